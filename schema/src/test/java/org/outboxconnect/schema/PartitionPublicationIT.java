package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The administrator's files on a partitioned outbox. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class PartitionPublicationIT {

  /** How many rows pgoutput has under which name. It also describes tables that have none. */
  private static final String DECODED =
      """
      WITH change AS MATERIALIZED (
        SELECT data, chr(get_byte(data, 0)) AS kind, substr(data, 2, 4) AS relation
        FROM pg_logical_slot_peek_binary_changes(
          'outbox', NULL, NULL, 'proto_version', '1', 'publication_names', '%s'))
      SELECT name, count(*)
      FROM change JOIN (
        SELECT DISTINCT relation, split_part(encode(substr(data, 6), 'escape'), '\\000', 2) AS name
        FROM change WHERE kind = 'R') AS named USING (relation)
      WHERE kind = 'I'
      GROUP BY name ORDER BY name""";

  private static TestDatabase database;

  private DailyOutbox outbox;

  PartitionPublicationIT(int major) {} // JUnit wants to hand the version over, for createDatabase

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
    database.run("SET outbox.table_name = 'daily'");
    SchemaScripts.ADMIN.apply(database.admin());
  }

  @Test
  void should_publish_all_partitions_as_one_table_also_those_that_come_later() throws Exception {
    // The control: what the same rows are without publish_via_partition_root.
    database.run(
        "CREATE PUBLICATION daily FOR TABLE daily WITH (publish = 'insert')",
        // Before 18 a slot can't be read by a publication that is younger than a change in it.
        "SELECT pg_replication_slot_advance('outbox', pg_current_wal_lsn())");
    outbox.makeDay("2025-01-01");
    outbox.makeDay("2025-01-02");
    outbox.insert("2025-01-01", false);
    outbox.insert("2025-01-02", false);
    outbox.insert("2025-01-02", false);

    assertThat(database.texts(DECODED.formatted("outbox"))).containsExactly("daily|3");
    assertThat(database.texts(DECODED.formatted("daily")))
        .containsExactly("daily_p20250101|1", "daily_p20250102|2");
  }

  @Test
  void should_go_on_publishing_when_a_partition_is_dropped_before_it_is_read() throws Exception {
    outbox.makeDay("2025-01-01");
    outbox.insert("2025-01-01", true);
    outbox.drop("{}");
    assertThat(outbox.partitions()).isEmpty();
    database.run("SELECT daily_append('Order', '42', 'OrderPlaced', '{}')");

    assertThat(database.texts(DECODED.formatted("outbox"))).containsExactly("daily|2");
  }

  @Test
  void should_send_messages_of_the_partitioned_outbox_and_keep_no_row() throws Exception {
    Event.call(database.admin(), "daily_emit", anEvent());
    assertThat(database.texts("SELECT 1 FROM daily")).isEmpty();

    database.run("DROP PUBLICATION outbox");
    Event.call(database.admin(), "daily_emit", anEvent());
    assertThat(database.texts("SELECT 1 FROM daily")).hasSize(1);
  }

  @Test
  void should_let_a_service_append_and_nothing_else() throws Exception {
    String partition =
        database.texts("SELECT min(partition::text) FROM outbox_partitions('daily')").get(0);
    try (Connection service = database.connectAs("outbox_writer")) {
      Event.call(service, "daily_append", anEvent());

      for (String denied :
          new String[] {
            "INSERT INTO " + partition + " DEFAULT VALUES",
            "SELECT * FROM " + partition,
            "SELECT outbox_create_partitions('daily')",
            "SELECT outbox_partitions('daily')",
            "CALL outbox_drop_partitions('daily', '0', '{}')",
            "SELECT * FROM outbox_partition_ends"
          }) {
        assertThatThrownBy(() -> Sql.run(service, denied))
            .as(denied)
            .hasMessageContaining("permission denied");
      }
    }
  }
}
