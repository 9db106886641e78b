package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.outboxconnect.client.TestDatabase.execute;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.schema.SchemaScripts;
import org.postgresql.PGConnection;
import org.postgresql.ds.PGSimpleDataSource;

/** What a caller sees of errors that only the server knows: the rule, and none of the values. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ServerRefusalIT {

  @RegisterExtension static final TestDatabase database = TestDatabase.named("server_refusal");

  private static final String SECRET = "DE00 1234";

  @BeforeAll
  static void migrate() throws SQLException {
    try (Connection connection = database.connect()) {
      SchemaScripts.OUTBOX.apply(connection);
      SchemaScripts.ADMIN.apply(connection);
    }
    database.execute("SELECT outbox_create('public', 'strict')");
    database.execute(
        "ALTER TABLE strict ADD CONSTRAINT only_orders CHECK (event_type LIKE 'Order%')");
    database.execute("SELECT outbox_create('public', 'strict')"); // so that strict_emit knows it
    database.execute("CREATE ROLE stranger LOGIN PASSWORD 'stranger'");
    database.execute("CREATE TABLE business (id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)");
  }

  @AfterAll
  static void dropTheSlot() throws SQLException {
    database.execute("SELECT pg_drop_replication_slot('outbox')");
  }

  @BeforeEach
  void forget() throws SQLException {
    database.execute("TRUNCATE outbox, strict, business");
  }

  @ParameterizedTest
  @EnumSource
  void should_name_the_constraint_but_no_value_when_the_table_has_a_smaller_limit(OutboxMode mode)
      throws SQLException {
    OutboxWriter generous = OutboxWriter.builder().mode(mode).maxPayloadBytes(2_000_000).build();
    OutboxEvent event =
        anEvent()
            .aggregateId(SECRET)
            .payloadJson("\"%s\"".formatted(SECRET + "x".repeat(900_000)))
            .build();

    RefusedByTableException refusal =
        refusal(RefusedByTableException.class, generous, List.of(event));

    assertThat(refusal)
        .hasMessageContainingAll(
            "Cannot append 1 event: ",
            "refused by the table's constraint [outbox_payload_size] (SQLSTATE 23514)",
            "roll it back",
            "[Hint: ");
    assertThat(refusal.constraint()).contains("outbox_payload_size");
    assertNoValues(refusal, "23514");
  }

  @Test
  void should_be_needed_because_the_driver_shows_values_when_the_table_refuses()
      throws SQLException {
    try (Connection connection = database.connect()) {
      assertThatThrownBy(
              () ->
                  execute(
                      connection,
                      "SELECT strict_write('order', '%s', 'Paid', '{}')".formatted(SECRET)))
          .hasMessageContaining(SECRET);
    }
  }

  @ParameterizedTest
  @EnumSource
  void should_name_a_constraint_of_the_team_itself(OutboxMode mode) throws SQLException {
    OutboxWriter writer = OutboxWriter.builder().mode(mode).table("strict").build();
    List<OutboxEvent> batch =
        List.of(anEvent().build(), anEvent().aggregateId(SECRET).eventType("Paid").build());

    RefusedByTableException refusal = refusal(RefusedByTableException.class, writer, batch);

    assertThat(refusal.constraint()).contains("only_orders");
    assertNoValues(refusal, "23514");
    if (mode != OutboxMode.WAL_MESSAGE) { // of a message, the server shows nothing at all
      assertThat(refusal)
          .hasMessageContaining("event [index 1, id %s] is refused", batch.get(1).id());
      assertThat(refusal.eventIndex()).hasValue(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void should_name_the_event_when_its_id_was_written_before(String logServerErrorDetail)
      throws SQLException {
    OutboxWriter writer = OutboxWriter.builder().mode(OutboxMode.RETAINED).build();
    OutboxEvent event = anEvent().aggregateId(SECRET).build();
    PGSimpleDataSource source = database.dataSource();
    source.setProperty("logServerErrorDetail", logServerErrorDetail);
    DuplicateEventException refusal;
    try (Connection connection = source.getConnection()) {
      connection.setAutoCommit(false);
      writer.append(connection, event);
      connection.commit();
      refusal =
          catchThrowableOfType(
              DuplicateEventException.class,
              () -> writer.appendAll(connection, List.of(anEvent().build(), event)));
      connection.rollback();
    }

    assertThat(refusal)
        .hasMessageContainingAll(
            "Cannot append 2 events: event [index 1, id " + event.id() + "] was written before",
            "23505");
    assertThat(refusal.eventId()).isEqualTo(event.id());
    assertThat(refusal.eventIndex()).hasValue(1);
    assertNoValues(refusal, "23505");
  }

  @Test
  void should_not_take_another_unique_index_for_the_id() throws SQLException {
    database.execute("CREATE UNIQUE INDEX one_per_aggregate ON strict (aggregate_id)");
    try {
      RefusedByTableException refusal =
          refusal(
              RefusedByTableException.class,
              OutboxWriter.builder().table("strict").build(),
              List.of(
                  anEvent().aggregateId(SECRET).build(), anEvent().aggregateId(SECRET).build()));

      assertThat(refusal.constraint()).contains("one_per_aggregate");
      assertNoValues(refusal, "23505");
    } finally {
      database.execute("DROP INDEX one_per_aggregate");
    }
  }

  @Test
  void should_name_a_column_that_must_not_be_null() throws SQLException {
    database.execute("ALTER TABLE strict ADD tenant text NOT NULL");
    try {
      RefusedByTableException refusal =
          refusal(
              RefusedByTableException.class,
              OutboxWriter.builder().table("strict").build(),
              List.of(anEvent().aggregateId(SECRET).build()));

      assertThat(refusal.constraint()).contains("tenant NOT NULL");
      assertNoValues(refusal, "23502");
    } finally {
      database.execute("ALTER TABLE strict DROP tenant");
    }
  }

  @Test
  void should_say_what_to_grant_when_the_role_may_not_write() throws SQLException {
    try (Connection connection = database.dataSource().getConnection("stranger", "stranger")) {
      connection.setAutoCommit(false);

      SQLException refusal =
          catchThrowableOfType(
              SQLException.class,
              () -> OutboxWriter.builder().build().append(connection, anEvent().build()));

      assertThat((Throwable) refusal)
          .hasMessageContainingAll(
              "Cannot append 1 event",
              "permission denied for function outbox_write",
              "[Hint: GRANT outbox_writer");
      assertThat(refusal.getSQLState()).isEqualTo("42501");
    }
  }

  @Test
  void should_keep_the_state_but_no_detail_when_a_trigger_refuses() throws SQLException {
    trigger(
        "RAISE EXCEPTION USING MESSAGE = 'not today', DETAIL = '"
            + SECRET
            + "', ERRCODE = '40001'");

    SQLException refusal =
        refusal(
            SQLException.class,
            OutboxWriter.builder().table("strict").build(),
            List.of(anEvent().build()));

    assertThat((Throwable) refusal)
        .hasMessageContainingAll("not today", "[Hint: repeat the whole transaction]");
    assertThat(refusal.getSQLState()).isEqualTo("40001");
    assertThat(Throwables.getStackTrace(refusal)).doesNotContain(SECRET);
  }

  @Test
  void should_leave_out_a_message_that_may_quote_values() throws SQLException {
    trigger("PERFORM '" + SECRET + "'::int");

    SQLException refusal =
        refusal(
            SQLException.class,
            OutboxWriter.builder().table("strict").build(),
            List.of(anEvent().build()));

    assertThat(refusal.getSQLState()).isEqualTo("22P02");
    assertThat(Throwables.getStackTrace(refusal))
        .contains("its message may quote values and is in the server's log")
        .doesNotContain(SECRET);
  }

  @ParameterizedTest
  @EnumSource(names = "WAL_MESSAGE", mode = EnumSource.Mode.EXCLUDE) // that has no row
  void should_tell_when_a_trigger_takes_events_away(OutboxMode mode) throws SQLException {
    trigger("IF NEW.aggregate_id = 'gone' THEN RETURN NULL; END IF; RETURN NEW");

    OutboxException refusal =
        refusal(
            OutboxException.class,
            OutboxWriter.builder().mode(mode).table("strict").build(),
            List.of(anEvent().build(), anEvent().aggregateId("gone").build()));

    assertThat(refusal)
        .hasMessageContainingAll(
            "Cannot append 2 events: a trigger or rule of the table takes rows away",
            "roll it back");
  }

  @ParameterizedTest
  @EnumSource(
      names = "TRANSIENT",
      mode = EnumSource.Mode.EXCLUDE) // partitions are for retained rows
  void should_say_what_to_run_when_there_is_no_partition_for_the_day(OutboxMode mode)
      throws SQLException {
    database.execute("SELECT outbox_create_partitioned('public', 'daily', 0)");
    database.execute("DROP PUBLICATION outbox"); // so that a message becomes a row
    try {
      database.execute(
          "DO $$ BEGIN EXECUTE format('DROP TABLE %s', (SELECT partition FROM"
              + " outbox_partitions('daily'))); END $$");

      RefusedByTableException refusal =
          refusal(
              RefusedByTableException.class,
              OutboxWriter.builder().mode(mode).table("daily").build(),
              List.of(anEvent().aggregateId(SECRET).build()));

      assertThat(refusal)
          .hasMessageContainingAll("no partition for this day", "outbox_create_partitions");
      assertNoValues(refusal, "23514");
    } finally {
      database.execute("DROP TABLE daily");
      database.execute("CREATE PUBLICATION outbox FOR TABLE outbox WITH (publish = 'insert')");
    }
  }

  @ParameterizedTest
  @EnumSource
  void should_say_so_when_the_transaction_was_made_read_only_by_sql(OutboxMode mode)
      throws SQLException {
    try (Connection connection = database.begin()) {
      execute(connection, "SET TRANSACTION READ ONLY");

      assertThatThrownBy(
              () -> OutboxWriter.builder().mode(mode).build().append(connection, anEvent().build()))
          .isInstanceOf(UnusableConnectionException.class)
          .hasMessageContainingAll("read-only, or the server is a standby", "[Hint: ");
      connection.rollback();
    }
  }

  @Test
  void should_give_a_connection_that_breaks_as_the_driver_does() throws SQLException {
    try (Connection connection = database.begin();
        Connection other = database.connect()) {
      int pid = connection.unwrap(PGConnection.class).getBackendPID();
      try (PreparedStatement kill =
          other.prepareStatement("SELECT pg_terminate_backend(?, 10000)")) {
        kill.setInt(1, pid);
        kill.execute();
      }

      Throwable broken =
          catchThrowable(
              () -> OutboxWriter.builder().build().append(connection, anEvent().build()));

      assertThat(broken).isInstanceOf(SQLException.class);
      assertThat(((SQLException) broken).getSQLState()).isIn("57P01", "08006");
    }
  }

  private void trigger(String body) throws SQLException {
    database.execute(
        "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            + body
            + "; END $$");
    database.execute(
        "CREATE OR REPLACE TRIGGER refuse BEFORE INSERT ON strict FOR EACH ROW"
            + " EXECUTE FUNCTION refuse()");
  }

  private static <T extends Throwable> T refusal(
      Class<T> type, OutboxWriter writer, List<OutboxEvent> events) throws SQLException {
    try (Connection connection = database.begin()) {
      T refusal = catchThrowableOfType(type, () -> writer.appendAll(connection, events));
      assertThat(refusal).isNotNull();
      connection.rollback();
      return refusal;
    } finally {
      database.execute("DROP TRIGGER IF EXISTS refuse ON strict");
    }
  }

  private static void assertNoValues(OutboxException refusal, String state) {
    assertThat(refusal).hasCauseInstanceOf(SQLException.class);
    assertThat(((SQLException) refusal.getCause()).getSQLState()).isEqualTo(state);
    assertThat(Throwables.getStackTrace(refusal)).doesNotContain(SECRET);
  }
}
