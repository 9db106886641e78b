package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.io.StringReader;
import java.io.StringWriter;
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
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

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

  private static final String STATISTICS =
      "SELECT attname FROM pg_stats WHERE tablename = 'outbox' AND attname = ?";

  /** What only the functions may do to the table. */
  private static final List<String> CHANGES =
      List.of(
          INSERT,
          INSERT + " ON CONFLICT DO NOTHING",
          UPDATE,
          "DELETE FROM outbox",
          "TRUNCATE outbox",
          "DO $$ BEGIN LOCK TABLE outbox IN ROW EXCLUSIVE MODE; END $$",
          "SELECT payload FROM outbox FOR UPDATE",
          "MERGE INTO outbox USING (SELECT 1) AS s ON true WHEN MATCHED THEN DELETE");

  /** What only owner and administrator may do. */
  private static final List<String> ADMINISTRATION =
      List.of(
          "ALTER TABLE outbox ADD COLUMN note text",
          "DROP TABLE outbox",
          "CREATE TRIGGER t AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION"
              + " suppress_redundant_updates_trigger()",
          "CREATE RULE r AS ON INSERT TO outbox DO INSTEAD NOTHING",
          "DROP FUNCTION outbox_write(text, text, text, jsonb, jsonb, uuid)",
          "ALTER PUBLICATION outbox SET (publish = 'update')",
          "SELECT outbox_uuidv7()",
          "SELECT outbox_create('public', 'events')",
          "SELECT outbox_template_relay('outbox', '{a}', '{b}', '{c}')");

  private static TestDatabase database;

  private final int major;

  RolesIT(int major) {
    this.major = major;
  }

  @BeforeParameterizedClassInvocation
  static void create(int major) throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
    database.run(
        "DROP ROLE IF EXISTS service, orm, connector, watcher, stranger",
        "CREATE ROLE service LOGIN IN ROLE outbox_writer",
        "CREATE ROLE orm LOGIN IN ROLE outbox_inserter",
        "CREATE ROLE connector LOGIN REPLICATION IN ROLE outbox_relay",
        "CREATE ROLE watcher LOGIN IN ROLE outbox_monitor",
        "CREATE ROLE stranger LOGIN",
        "CREATE VIEW kept AS SELECT * FROM outbox");
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
      for (Way way : Way.values()) {
        if (way != Way.INSERT) {
          way.send(service, anEvent());
        }
      }

      for (String statement : CHANGES) {
        assertDenied(service, statement);
      }
      for (String statement : ADMINISTRATION) {
        assertDenied(service, statement);
      }
      assertDenied(service, "SELECT position FROM outbox");
      assertDenied(service, "SELECT count(*) FROM outbox");
      assertDenied(service, "SELECT * FROM kept");
      assertDenied(service, "SELECT last_value FROM outbox_position_seq");
      assertDenied(service, "SELECT nextval('outbox_position_seq')");
      assertCopyDenied(service, "COPY outbox TO STDOUT");
      assertCopyDenied(service, "COPY (SELECT id FROM outbox) TO STDOUT");
      assertCopyDenied(service, "COPY outbox FROM STDIN");
      assertCopyDenied(service, "COPY outbox (payload) FROM STDIN");
    }
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
      assertDenied(orm, INSERT + " RETURNING id");
      assertDenied(orm, "SELECT id FROM outbox");
      assertDenied(orm, UPDATE);
      assertDenied(orm, WRITE);
    }
    assertThat(database.texts("SELECT published_at FROM outbox")).containsExactly("null");
  }

  @Test
  void should_let_the_relay_read_table_and_slot_but_not_write() throws Exception {
    Event.write(database.admin(), anEvent());
    try (Connection connector = database.connectAs("connector")) {
      Sql.run(connector, "SELECT * FROM outbox");
      assertThat(DecodedInserts.next(connector)).hasSize(1);
      for (String statement : CHANGES) {
        assertDenied(connector, statement);
      }
      for (String statement : ADMINISTRATION) {
        assertDenied(connector, statement);
      }
      for (String function : List.of("write", "append", "emit")) {
        assertDenied(connector, WRITE.replace("_write", "_" + function));
      }
      assertCopyDenied(connector, "COPY outbox FROM STDIN");
    }
  }

  @Test
  void should_let_the_monitor_count_and_date_rows_but_read_nothing_of_an_event() throws Exception {
    Event.call(database.admin(), "outbox_append", anEvent(), anEvent());
    database.run("ANALYZE outbox");
    try (Connection watcher = database.connectAs("watcher")) {
      assertThat(
              Sql.texts(
                  watcher,
                  "SELECT aggregate_type, count(*), min(position) > 0, max(created_at) <= now()"
                      + " FROM outbox WHERE published_at IS NULL GROUP BY aggregate_type"))
          .containsExactly("Order|2|t|t");
      assertThat(Sql.texts(watcher, "SELECT pg_total_relation_size('outbox') > 0")).hasSize(1);

      for (String column : List.of("payload", "headers", "aggregate_id", "event_type", "id")) {
        assertDenied(watcher, "SELECT %s FROM outbox".formatted(column));
        assertDenied(watcher, "SELECT position FROM outbox WHERE %s IS NULL".formatted(column));
        assertDenied(watcher, "SELECT count(%s) FROM outbox".formatted(column));
        assertCopyDenied(watcher, "COPY outbox (%s) TO STDOUT".formatted(column));
        assertThat(Sql.texts(watcher, STATISTICS, column)).isEmpty();
        assertThat(Sql.texts(database.admin(), STATISTICS, column)).hasSize(1);
      }
      for (String all :
          List.of("SELECT *", "SELECT outbox", "SELECT to_jsonb(o)", "SELECT outbox::text")) {
        assertDenied(watcher, all + (all.endsWith("(o)") ? " FROM outbox AS o" : " FROM outbox"));
      }
      assertDenied(watcher, "SELECT * FROM kept");
      assertDenied(watcher, UPDATE + " RETURNING payload");
      assertDenied(watcher, "SELECT pg_logical_slot_peek_changes('outbox', NULL, NULL)");
      assertCopyDenied(watcher, "COPY outbox TO STDOUT");
      for (String statement : CHANGES) {
        assertDenied(watcher, statement);
      }
      for (String statement : ADMINISTRATION) {
        assertDenied(watcher, statement);
      }
      assertDenied(watcher, WRITE);
    }
  }

  /** Also those of later migrations: what nobody may call has been revoked from PUBLIC. */
  @Test
  void should_let_nobody_call_a_function_that_was_not_granted() throws Exception {
    assertThat(
            database.texts(
                "SELECT oid::regprocedure FROM pg_proc WHERE proname LIKE 'outbox%' AND"
                    + " has_function_privilege('stranger', oid, 'EXECUTE')"))
        .isEmpty();
    assertThat(
            database.texts(
                "SELECT DISTINCT proname FROM pg_proc WHERE proname LIKE 'outbox%' AND"
                    + " has_function_privilege('service', oid, 'EXECUTE') ORDER BY 1"))
        .containsExactly("outbox_append", "outbox_emit", "outbox_write");
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

  private void assertDenied(Connection connection, String statement) {
    if (statement.startsWith("MERGE") && major < 15) {
      return; // 14 doesn't know it
    }
    assertThatThrownBy(() -> Sql.run(connection, statement))
        .as(statement)
        .hasMessageMatching("(?s).*(permission denied|must be owner|must be superuser).*");
  }

  private static void assertCopyDenied(Connection connection, String statement)
      throws SQLException {
    CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
    assertThatThrownBy(
            () -> {
              if (statement.contains("STDIN")) {
                copy.copyIn(statement, new StringReader(""));
              } else {
                copy.copyOut(statement, new StringWriter());
              }
            })
        .as(statement)
        .hasMessageContaining("permission denied");
  }
}
