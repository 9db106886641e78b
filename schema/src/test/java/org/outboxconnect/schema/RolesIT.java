package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
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

/** Each role can do its own work, and what it must not do fails. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class RolesIT {

  private static final String INSERT =
      "INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload)"
          + " VALUES (gen_random_uuid(), 'Order', '42', 'OrderPlaced', '{}')";
  private static final String WRITE = "SELECT outbox_write('Order', '42', 'OrderPlaced', '{}')";
  private static final String UPDATE = "UPDATE outbox SET published_at = now()";

  private static TestDatabase database;

  RolesIT(int major) {} // JUnit wants to hand the version over, which create uses

  @BeforeParameterizedClassInvocation
  static void create(int major) throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
    database.run(
        "DROP ROLE IF EXISTS service, orm, connector, stranger",
        "CREATE ROLE service LOGIN IN ROLE outbox_writer",
        "CREATE ROLE orm LOGIN IN ROLE outbox_inserter",
        "CREATE ROLE connector LOGIN REPLICATION IN ROLE outbox_relay",
        "CREATE ROLE stranger LOGIN");
  }

  @AfterParameterizedClassInvocation
  static void drop() throws SQLException {
    database.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    database.emptyTableAndSlot();
  }

  @Test
  void should_let_a_writer_call_the_functions_and_nothing_else() throws Exception {
    try (Connection service = database.connectAs("service")) {
      Event.write(service, anEvent());
      Sql.run(service, WRITE);

      assertDenied(service, INSERT);
      assertDenied(service, "SELECT id FROM outbox");
      assertDenied(service, UPDATE);
      assertDenied(service, "DELETE FROM outbox");
      assertDenied(service, "TRUNCATE outbox");
      assertDenied(service, "SELECT outbox_uuidv7()");
      assertThatThrownBy(
              () ->
                  service
                      .unwrap(PGConnection.class)
                      .getCopyAPI()
                      .copyIn("COPY outbox FROM STDIN", new StringReader("")))
          .hasMessageContaining("permission denied");
    }
    assertThat(DecodedInserts.next(database.admin())).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {WRITE, INSERT, "SELECT id FROM outbox", "SELECT outbox_uuidv7()"})
  void should_deny_everything_when_a_login_has_no_role(String statement) throws Exception {
    try (Connection stranger = database.connectAs("stranger")) {
      assertDenied(stranger, statement);
    }
  }

  @Test
  void should_let_an_inserter_insert_rows_that_stay() throws Exception {
    try (Connection orm = database.connectAs("orm")) {
      Sql.run(orm, INSERT);
      assertDenied(orm, "SELECT id FROM outbox");
      assertDenied(orm, UPDATE);
      assertDenied(orm, WRITE);
    }
    assertThat(database.texts("SELECT published_at FROM outbox")).containsExactly("null");
  }

  @Test
  void should_let_the_relay_read_table_and_slot_but_not_write() throws Exception {
    try (Connection connector = database.connectAs("connector")) {
      Sql.run(connector, "SELECT * FROM outbox");
      assertThatCode(() -> DecodedInserts.next(connector)).doesNotThrowAnyException();
      assertDenied(connector, INSERT);
      assertDenied(connector, UPDATE);
      assertDenied(connector, WRITE);
    }
  }

  @Test
  void should_own_everything_by_a_role_that_can_not_log_in() throws Exception {
    assertThat(
            database.texts(
                "SELECT DISTINCT r.rolname, r.rolcanlogin, r.rolsuper FROM ("
                    + "SELECT relowner FROM pg_class WHERE relname LIKE 'outbox%' AND relnamespace"
                    + " = 'public'::regnamespace UNION ALL"
                    + " SELECT proowner FROM pg_proc WHERE proname LIKE 'outbox%') AS o (owner)"
                    + " JOIN pg_roles r ON r.oid = o.owner"))
        .containsExactly("outbox_owner|f|f");
  }

  private static void assertDenied(Connection connection, String statement) {
    assertThatThrownBy(() -> Sql.run(connection, statement))
        .as(statement)
        .hasMessageContaining("permission denied");
  }
}
