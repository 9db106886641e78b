package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions are made ahead, one per day, and nobody waits for it. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class CreatePartitionsIT {

  private static final String APPEND = "SELECT daily_append('Order', '42', 'OrderPlaced', '{}')";
  private static final String BOUNDS_IN_2025 =
      "SELECT partition, starts AT TIME ZONE 'UTC', ends AT TIME ZONE 'UTC'"
          + " FROM outbox_partitions('daily') WHERE ends <= '2026-01-01Z'";

  private static TestDatabase database;

  private DailyOutbox outbox;

  CreatePartitionsIT(
      int major) {} // JUnit wants to hand the version over, which createDatabase uses

  @BeforeParameterizedClassInvocation
  static void createDatabase(int major) throws SQLException {
    database = TestDatabase.empty(major);
  }

  @AfterParameterizedClassInvocation
  static void dropDatabase() throws SQLException {
    database.close();
  }

  @BeforeEach
  void createOutbox() throws SQLException {
    outbox = DailyOutbox.create(database);
  }

  @ParameterizedTest
  @CsvSource({
    "America/New_York, 2025-03-08", // 23 hours
    "America/New_York, 2025-11-01", // 25 hours
    "Australia/Lord_Howe, 2025-04-05", // half an hour more
    "Pacific/Kiritimati, 2025-01-01" // already tomorrow
  })
  void should_begin_each_day_at_midnight_utc_when_the_session_lives_elsewhere(
      String zone, String day) throws Exception {
    String next = database.texts("SELECT date '%s' + 1".formatted(day)).get(0);
    String afterNext = database.texts("SELECT date '%s' + 2".formatted(day)).get(0);
    outbox.run(
        "SET timezone = '%s'".formatted(zone),
        // In one message, because pgjdbc insists on ISO at the end of each.
        "SET datestyle = 'SQL, DMY'; SELECT outbox_create_partitions('daily', 1, '%s'); RESET datestyle"
            .formatted(day));

    assertThat(database.texts(BOUNDS_IN_2025))
        .containsExactly(
            "daily_p%s|%s 00:00:00|%s 00:00:00".formatted(day.replace("-", ""), day, next),
            "daily_p%s|%s 00:00:00|%s 00:00:00".formatted(next.replace("-", ""), next, afterNext));
  }

  @Test
  void should_know_the_leap_day() throws Exception {
    outbox.run("SELECT outbox_create_partitions('daily', 2, '2024-02-28')");

    assertThat(outbox.partitions())
        .containsExactly("daily_p20240228", "daily_p20240229", "daily_p20240301");
  }

  @Test
  void should_make_only_what_is_missing_when_it_runs_each_day() throws Exception {
    assertThat(create("2025-01-01", 2)).isEqualTo("3");
    assertThat(create("2025-01-01", 2)).isEqualTo("0");
    assertThat(create("2025-01-02", 2)).isEqualTo("1");

    // Today and tomorrow are there already.
    assertThat(database.texts("SELECT outbox_create_partitions('daily')")).containsExactly("6");
  }

  @Test
  void should_fill_the_gaps_when_somebody_made_partitions_of_other_lengths() throws Exception {
    outbox.run(
        "CREATE TABLE early PARTITION OF daily FOR VALUES FROM (MINVALUE) TO ('2025-01-01 06:00Z')",
        "CREATE TABLE noon PARTITION OF daily FOR VALUES FROM ('2025-01-01 12:00Z') TO ('2025-01-02 12:00Z')",
        "CREATE TABLE week PARTITION OF daily FOR VALUES FROM ('2025-01-03Z') TO ('2025-01-10Z')");

    create("2025-01-01", 9);

    assertThat(database.texts(BOUNDS_IN_2025))
        .containsExactly(
            "early|-infinity|2025-01-01 06:00:00",
            "daily_p20250101|2025-01-01 06:00:00|2025-01-01 12:00:00",
            "noon|2025-01-01 12:00:00|2025-01-02 12:00:00",
            "daily_p20250102|2025-01-02 12:00:00|2025-01-03 00:00:00",
            "week|2025-01-03 00:00:00|2025-01-10 00:00:00",
            "daily_p20250110|2025-01-10 00:00:00|2025-01-11 00:00:00");
  }

  /** For example a partition that was detached, or the leftover of a run that was killed. */
  @Test
  void should_take_another_name_when_a_table_has_the_name_already() throws Exception {
    outbox.makeDay("2025-01-01");
    outbox.insert("2025-01-01", false);
    outbox.run(
        "ALTER TABLE daily DETACH PARTITION daily_p20250101",
        "CREATE VIEW daily_p20250101_1 AS SELECT 1");

    outbox.makeDay("2025-01-01");

    assertThat(outbox.partitions()).containsExactly("daily_p20250101_2");
    assertThat(database.texts("SELECT count(*) FROM daily_p20250101")).containsExactly("1");
  }

  @Test
  void should_let_writers_go_on_when_partitions_are_made() throws Exception {
    try (Connection open = database.connect();
        Connection maker = database.connect()) {
      open.setAutoCommit(false);
      Sql.run(open, "SET lock_timeout = '1s'", APPEND);
      maker.setAutoCommit(false);
      Sql.run(maker, "SET lock_timeout = '1s'");
      // The control: this is what waits for the writer, and has all others wait behind it.
      assertThatThrownBy(
              () ->
                  Sql.run(
                      maker,
                      "CREATE TABLE daily_x PARTITION OF daily FOR VALUES FROM ('2025-01-01Z') TO ('2025-01-02Z')"))
          .hasMessageContaining("lock timeout");
      maker.rollback();

      Sql.run(maker, "SELECT outbox_create_partitions('daily', 3, '2025-01-01')");
      Sql.run(open, APPEND);
      open.commit();
      Sql.run(open, APPEND);
      open.commit();
      maker.commit();
    }
    assertThat(outbox.partitions()).hasSize(4);
    assertThat(database.texts("SELECT count(*) FROM daily")).containsExactly("3");
  }

  @Test
  void should_make_each_partition_once_when_two_run_at_the_same_time() throws Exception {
    try (Connection first = database.connect();
        Connection second = database.connect()) {
      first.setAutoCommit(false);
      Sql.run(first, "SELECT outbox_create_partitions('daily', 3, '2025-01-01')");
      CompletableFuture<List<String>> later =
          Background.run(
              () -> Sql.texts(second, "SELECT outbox_create_partitions('daily', 4, '2025-01-01')"));
      Background.awaitLockWait(database, "SELECT outbox_create_partitions");
      first.commit();

      assertThat(later.get(1, TimeUnit.MINUTES)).containsExactly("1");
    }
    assertThat(outbox.partitions()).hasSize(5);
  }

  @Test
  void should_leave_nothing_behind_when_it_is_killed() throws Exception {
    List<String> tables = database.texts("SELECT relname FROM pg_class ORDER BY 1");
    try (Connection killed = database.connect()) {
      killed.setAutoCommit(false);
      Sql.run(killed, "SELECT outbox_create_partitions('daily', 3, '2025-01-01')");
      Background.terminate(database, killed);
      assertThatThrownBy(killed::commit).isInstanceOf(SQLException.class);
    }

    assertThat(database.texts("SELECT relname FROM pg_class ORDER BY 1")).isEqualTo(tables);
    assertThat(create("2025-01-01", 3)).isEqualTo("4");
  }

  @Test
  void should_refuse_a_default_partition_because_each_new_one_would_scan_and_lock_it()
      throws Exception {
    outbox.run("CREATE TABLE rest PARTITION OF daily DEFAULT");

    assertThatThrownBy(() -> create("2025-01-01", 1))
        .hasMessageContaining("public.daily has a default partition")
        .hasMessageContaining("lock and scan public.rest");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'daily', NULL",
        "'daily', -1",
        "'daily', 367",
        "'daily', 1, NULL",
        "'daily', 1, 'infinity'",
        "NULL",
        "'outbox'",
        "'pg_class'",
        "'by_list'",
        "'daily_pkey'"
      })
  void should_refuse_what_makes_no_sense(String arguments) throws Exception {
    outbox.run("CREATE TABLE by_list (created_at timestamptz) PARTITION BY LIST (created_at)");

    assertThatThrownBy(() -> outbox.run("SELECT outbox_create_partitions(%s)".formatted(arguments)))
        .hasMessageContaining("expected");
  }

  private String create(String firstDay, int more) throws SQLException {
    return database
        .texts("SELECT outbox_create_partitions('daily', %d, '%s')".formatted(more, firstDay))
        .get(0);
  }
}
