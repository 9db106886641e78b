package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
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
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** Dropping needs the whole table for a moment, and never makes writers wait for somebody else. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class DropPartitionLocksIT {

  private static final String APPEND = "SELECT daily_append('Order', '42', 'OrderPlaced', '{}')";
  private static final String DROPPED = "Dropped partition daily_p20250101.";
  private static final String QUEUE =
      "SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'daily'::regclass";

  private static TestDatabase database;

  private DailyOutbox outbox;

  DropPartitionLocksIT(int major) {} // JUnit wants to hand the version over, for createDatabase

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
    outbox.makeDay("2025-01-01");
    outbox.insert("2025-01-01", true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SELECT count(*) FROM daily", APPEND})
  void should_let_all_writers_pass_while_a_long_transaction_uses_the_table(String use)
      throws Exception {
    try (Connection old = database.connect();
        Connection writer = database.connect()) {
      // Half of the time that the drop itself would wait for a lock.
      Sql.run(writer, "SET lock_timeout = '50ms'");
      old.setAutoCommit(false);
      Sql.run(old, use);
      Background.await(database, olderThanASecond(old));

      CompletableFuture<List<String>> dropping = drop(4);
      int written = 0;
      List<String> queue = new ArrayList<>();
      while (!dropping.isDone()) {
        Sql.run(writer, APPEND);
        written++;
        queue.addAll(database.texts(QUEUE));
      }

      assertThat(dropping.get())
          .containsExactly(
              "Kept partition daily_p20250101: process %d uses it and has been in a transaction for longer than a second."
                  .formatted(pid(old)));
      assertThat(written).isGreaterThan(10);
      assertThat(queue).isEmpty();
      old.commit();
    }
    assertThat(outbox.drop("{}")).containsExactly(DROPPED);
  }

  /** The control of the test above. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP TABLE daily_p20250101",
        "ALTER TABLE daily DETACH PARTITION daily_p20250101"
      })
  void should_stop_all_writers_when_a_partition_is_removed_by_a_plain_statement(String plain)
      throws Exception {
    try (Connection old = database.connect();
        Connection writer = database.connect();
        Connection plainly = database.connect()) {
      old.setAutoCommit(false);
      Sql.run(old, "SELECT count(*) FROM daily");
      CompletableFuture<Void> removed =
          Background.run(
              () -> {
                Sql.run(plainly, plain);
                return null;
              });
      Background.awaitLockWait(database, plain);

      Sql.run(writer, "SET lock_timeout = '500ms'");
      assertThatThrownBy(() -> Sql.run(writer, APPEND)).hasMessageContaining("lock timeout");

      old.commit();
      removed.get(1, TimeUnit.MINUTES);
    }
  }

  @Test
  void should_wait_for_no_prepared_transaction() throws Exception {
    outbox.run("BEGIN", APPEND, "PREPARE TRANSACTION 'partition_locks'");
    try {
      assertThat(DailyOutbox.messages(database.admin(), DailyOutbox.drop("{}", 1)))
          .containsExactly(
              "Kept partition daily_p20250101: a prepared transaction (see pg_prepared_xacts) uses it.");
    } finally {
      outbox.run("ROLLBACK PREPARED 'partition_locks'");
    }
    assertThat(outbox.drop("{}")).containsExactly(DROPPED);
  }

  @Test
  void should_find_a_gap_between_many_short_transactions() throws Exception {
    List<CompletableFuture<Integer>> writers = new ArrayList<>();
    CompletableFuture<List<String>> dropping = new CompletableFuture<>();
    for (int i = 0; i < 4; i++) {
      writers.add(Background.run(() -> writeUntilDone(dropping)));
    }
    Background.await(database, "SELECT 1 FROM daily HAVING count(*) > 20");

    dropping.complete(drop(20).get(1, TimeUnit.MINUTES));

    assertThat(dropping.get()).containsExactly(DROPPED);
    int written = 0;
    for (CompletableFuture<Integer> writer : writers) {
      written += writer.get(1, TimeUnit.MINUTES);
    }
    assertThat(database.texts("SELECT count(*) FROM daily"))
        .containsExactly(Integer.toString(written));
  }

  @Test
  void should_drop_what_a_killed_run_has_left() throws Exception {
    outbox.makeDay("2025-01-02");
    try (Connection old = database.connect();
        Connection killed = database.connect()) {
      old.setAutoCommit(false);
      Sql.run(old, "SELECT count(*) FROM daily_p20250102");
      CompletableFuture<List<String>> dropping =
          Background.run(() -> DailyOutbox.messages(killed, DailyOutbox.drop("{}", 1000)));
      // The first is gone, the second is tried again and again.
      Background.await(database, "SELECT 1 WHERE to_regclass('daily_p20250101') IS NULL");
      Background.terminate(database, killed);
      assertThat(dropping).failsWithin(1, TimeUnit.MINUTES);
      old.commit();
    }

    assertThat(outbox.partitions()).containsExactly("daily_p20250102");
    assertThat(outbox.drop("{}")).containsExactly("Dropped partition daily_p20250102.");
  }

  @Test
  void should_drop_a_partition_whose_concurrent_detach_was_interrupted() throws Exception {
    try (Connection old = database.connect();
        Connection detaching = database.connect()) {
      old.setAutoCommit(false);
      Sql.run(old, "SELECT count(*) FROM daily");
      String detach = "ALTER TABLE daily DETACH PARTITION daily_p20250101 CONCURRENTLY";
      CompletableFuture<List<String>> interrupted =
          Background.run(() -> DailyOutbox.messages(detaching, detach));
      Background.awaitLockWait(database, detach);
      Background.terminate(database, detaching);
      assertThat(interrupted).failsWithin(1, TimeUnit.MINUTES);
      old.commit();
    }
    assertThat(database.texts("SELECT 1 FROM pg_inherits WHERE inhdetachpending")).hasSize(1);

    outbox.run("SELECT outbox_create_partitions('daily')");
    assertThat(outbox.drop("{}")).containsExactly(DROPPED);
  }

  /** What README shows for tables that are never free. */
  @Test
  void should_say_what_may_be_detached_concurrently() throws Exception {
    outbox.makeDay("2025-01-02");
    outbox.insert("2025-01-02", false);
    outbox.drop("{}");
    outbox.makeDay("2025-01-04");
    outbox.run("SELECT outbox_note_partition_ends('daily')");

    List<String> statements =
        database.texts(
            "SELECT format('ALTER TABLE %s DETACH PARTITION %s CONCURRENTLY', 'daily'::regclass, partition)"
                + " FROM outbox_expired_partitions('daily', '0', '{}') WHERE kept_because IS NULL");
    assertThat(statements)
        .containsExactly("ALTER TABLE daily DETACH PARTITION daily_p20250104 CONCURRENTLY");
    outbox.run(statements.get(0), "DROP TABLE daily_p20250104");

    assertThat(outbox.partitions()).containsExactly("daily_p20250102");
  }

  /** A table that is dropped between two looks at it has no name any more. */
  @Test
  void should_name_the_expired_partitions_while_they_are_being_dropped() throws Exception {
    outbox.run("SELECT outbox_create_partitions('daily', 9, '2025-01-01')");
    CompletableFuture<List<String>> dropping = drop(1000);

    do {
      database.texts("SELECT * FROM outbox_expired_partitions('daily', '0', '{}')");
    } while (!dropping.isDone());

    assertThat(dropping.get()).hasSize(10);
    outbox.drop("{}");
    assertThat(outbox.partitions()).isEmpty();
  }

  @Test
  void should_drop_once_and_create_once_when_several_run_at_the_same_time() throws Exception {
    outbox.run("SELECT outbox_create_partitions('daily', 9, '2025-01-01')");
    List<CompletableFuture<List<String>>> all =
        List.of(
            drop(20),
            drop(20),
            Background.run(() -> create("2025-02-01")),
            Background.run(() -> create("2025-02-01")));

    List<String> said = new ArrayList<>();
    for (CompletableFuture<List<String>> one : all) {
      said.addAll(one.get(2, TimeUnit.MINUTES));
    }
    said.addAll(outbox.drop("{}"));

    assertThat(said.stream().filter(text -> text.startsWith("Dropped")))
        .hasSize(20)
        .doesNotHaveDuplicates();
    assertThat(outbox.partitions()).isEmpty();
  }

  private static List<String> create(String firstDay) throws SQLException {
    try (Connection connection = database.connect()) {
      Sql.run(connection, "SELECT outbox_create_partitions('daily', 9, '%s')".formatted(firstDay));
      return List.of();
    }
  }

  private static CompletableFuture<List<String>> drop(int attempts) {
    return Background.run(
        () -> {
          try (Connection connection = database.connect()) {
            return DailyOutbox.messages(connection, DailyOutbox.drop("{}", attempts));
          }
        });
  }

  private static int writeUntilDone(CompletableFuture<?> done) throws SQLException {
    int written = 0;
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      do {
        Sql.run(connection, APPEND, APPEND);
        connection.commit();
        written += 2;
      } while (!done.isDone());
    }
    return written;
  }

  private static String olderThanASecond(Connection connection) throws SQLException {
    return "SELECT 1 FROM pg_stat_activity WHERE pid = %d AND xact_start < clock_timestamp() - interval '1 second'"
        .formatted(pid(connection));
  }

  private static int pid(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class).getBackendPID();
  }
}
