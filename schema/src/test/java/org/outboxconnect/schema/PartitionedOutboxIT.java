package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

/** What is written into a partitioned outbox. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class PartitionedOutboxIT {

  private static final String APPEND =
      "SELECT daily_append('Order', '42', 'OrderPlaced', '{\"total\": 7}')";

  private static TestDatabase database;

  private DailyOutbox outbox;

  PartitionedOutboxIT(
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

  @Test
  void should_keep_the_events_in_the_partition_of_today_when_they_are_appended() throws Exception {
    assertThat(database.texts(APPEND)).containsExactly("1");
    assertThat(
            database.texts(
                "SELECT daily_append('{NULL,NULL}'::uuid[], '{Order,Order}', '{1,2}', '{A,B}', '{3,4}', '{NULL,NULL}')"))
        .containsExactly("{2,3}");

    assertThat(
            database.texts("SELECT position, aggregate_id, payload FROM daily ORDER BY position"))
        .containsExactly("1|42|{\"total\": 7}", "2|1|3", "3|2|4");
    assertThat(database.texts("SELECT DISTINCT tableoid::regclass FROM daily"))
        .containsExactly(
            database
                .texts("SELECT to_char(now() AT TIME ZONE 'UTC', '\"daily_p\"YYYYMMDD')")
                .get(0));
  }

  @Test
  void should_have_no_function_for_transient_events() {
    assertThatThrownBy(() -> outbox.run("SELECT daily_write('Order', '42', 'OrderPlaced', '{}')"))
        .hasMessageContaining(
            "function daily_write(unknown, unknown, unknown, unknown) does not exist");
  }

  @Test
  void should_name_the_rule_when_an_event_can_not_be_delivered() throws Exception {
    List<String> rules =
        database.texts(
            "SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = 'outbox'::regclass");
    assertThat(rules).isNotEmpty();
    assertThat(
            database.texts(
                "SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = 'daily'::regclass"))
        .containsExactlyInAnyOrderElementsOf(rules);

    assertThatThrownBy(() -> outbox.run("SELECT daily_append('Order', ' ', 'OrderPlaced', '{}')"))
        .asInstanceOf(type(PSQLException.class))
        .extracting(error -> error.getServerErrorMessage().getConstraint())
        .isEqualTo("outbox_aggregate_id_not_blank");
  }

  @Test
  void should_refuse_the_event_when_its_day_has_no_partition() throws Exception {
    outbox.run(
        "DO $$ DECLARE today regclass; BEGIN"
            + " SELECT partition INTO today FROM outbox_partitions('daily') WHERE starts <= now() AND ends > now();"
            + " EXECUTE 'DROP TABLE ' || today; END $$");

    assertThatThrownBy(() -> outbox.run(APPEND))
        .hasMessageContaining("no partition of relation \"daily\" found for row")
        .asInstanceOf(type(PSQLException.class))
        .satisfies(error -> assertThat(error.getSQLState()).isEqualTo("23514"))
        .satisfies(error -> assertThat(error.getServerErrorMessage().getConstraint()).isNull())
        .satisfies(
            error -> assertThat(error.getServerErrorMessage().getDetail()).doesNotContain("total"));

    outbox.run("SELECT outbox_create_partitions('daily')", APPEND);
    assertThat(database.texts("SELECT payload FROM daily")).containsExactly("{\"total\": 7}");
  }

  @Test
  void should_let_rows_enter_through_the_functions_only_when_a_role_may_only_call_them()
      throws Exception {
    String partition =
        database.texts("SELECT min(partition::text) FROM outbox_partitions('daily')").get(0);
    outbox.run(
        "CREATE ROLE daily_writer",
        "GRANT EXECUTE ON FUNCTION daily_append(text, text, text, jsonb, jsonb, uuid) TO daily_writer");
    try (Connection writer = database.connectAs("daily_writer")) {
      Sql.run(writer, APPEND);
      for (String table : List.of("daily", partition)) {
        assertThatThrownBy(
                () ->
                    Sql.run(
                        writer,
                        "INSERT INTO %s (id, aggregate_type, aggregate_id, event_type, payload) VALUES (gen_random_uuid(), 'Order', '42', 'OrderPlaced', '{}')"
                            .formatted(table)))
            .hasMessageContaining("permission denied for table " + table);
      }
      assertThatThrownBy(() -> Sql.run(writer, "SELECT outbox_create_partitions('daily')"))
          .hasMessageContaining("permission denied for function outbox_create_partitions");
    } finally {
      outbox.run("DROP OWNED BY daily_writer", "DROP ROLE daily_writer");
    }
  }

  @Test
  void should_keep_rows_and_make_what_is_missing_when_it_is_created_again() throws Exception {
    outbox.run(APPEND);

    outbox.run("SELECT outbox_create_partitioned('public', 'daily', 3)");

    assertThat(database.texts("SELECT count(*) FROM daily")).containsExactly("1");
    assertThat(database.texts("SELECT count(*) FROM outbox_partitions('daily')"))
        .containsExactly("4");
  }

  @Test
  void should_work_through_its_whole_life_when_all_names_need_quotes() throws Exception {
    String name = "\"Shop \"\"1\"\"\".\"Täg'lich %s $1\"";
    String call = "\"Shop \"\"1\"\"\".\"Täg'lich %s $1_append\"";
    outbox.run(
        "CREATE SCHEMA \"Shop \"\"1\"\"\"",
        "SELECT outbox_create_partitioned('Shop \"1\"', 'Täg''lich %s $1', 1)",
        "SELECT " + call + "('Order', '42', 'OrderPlaced', '{}')",
        "SELECT outbox_create_partitions($a$" + name + "$a$, 0, '2025-01-01')");

    assertThat(
            DailyOutbox.messages(
                database.admin(), "CALL outbox_drop_partitions($a$" + name + "$a$, '0', '{}')"))
        .containsExactly("Dropped partition \"Shop \"\"1\"\"\".\"Täg'lich %s $1_p20250101\".");
    assertThat(database.texts("SELECT count(*) FROM " + name)).containsExactly("1");
  }

  /** Exact matches, which the parser prefers to those of pg_catalog. */
  @Test
  void should_use_nothing_that_somebody_has_planted_in_the_schema() throws Exception {
    String trap = " LANGUAGE plpgsql AS $$ BEGIN RAISE 'trapped'; END $$";
    for (String types : List.of("oid, regclass", "regclass, regclass", "name, name")) {
      database.run(
          "CREATE FUNCTION trap(%s) RETURNS boolean".formatted(types) + trap,
          "CREATE OPERATOR public.= (FUNCTION = trap, LEFTARG = %s, RIGHTARG = %s)"
              .formatted((Object[]) types.split(", ")));
    }
    database.run(
        "CREATE FUNCTION format(text, regclass) RETURNS text" + trap,
        "CREATE FUNCTION format(text, text, regclass) RETURNS text" + trap,
        "CREATE FUNCTION format(text, regnamespace, text) RETURNS text" + trap,
        "CREATE FUNCTION octet_length(name) RETURNS integer" + trap,
        "CREATE FUNCTION concat(name, text, text) RETURNS text" + trap,
        "CREATE FUNCTION unnest(name[]) RETURNS SETOF name" + trap,
        "CREATE FUNCTION cardinality(regclass[]) RETURNS integer" + trap,
        "CREATE FUNCTION pg_sleep(numeric) RETURNS void" + trap,
        "CREATE FUNCTION outbox_slot_behind_because(text, pg_lsn) RETURNS text" + trap,
        "SELECT outbox_create_partitions('daily', 0, '2025-01-01')");

    assertThat(outbox.drop("{nothing}")).hasSize(1);
    assertThat(outbox.drop("{}")).containsExactly("Dropped partition daily_p20250101.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NULL, 'daily'",
        "'public', NULL",
        "'public', ' '",
        "'nowhere', 'daily'",
        "'pg_catalog', 'daily'",
        "'public', 'a_name_of_fifty_one_bytes_is_too_long_for_partitions'",
        "'public', 'outbox'",
        "'public', 'daily', -1",
        "'public', 'other', 7, 'No slot'"
      })
  void should_make_nothing_when_it_is_called_wrongly(String arguments) throws Exception {
    List<String> before = database.texts("SELECT count(*) FROM pg_class");

    assertThatThrownBy(
            () -> outbox.run("SELECT outbox_create_partitioned(%s)".formatted(arguments)))
        .isInstanceOf(PSQLException.class)
        .hasMessageContaining("xpected");

    assertThat(database.texts("SELECT count(*) FROM pg_class")).isEqualTo(before);
  }
}
