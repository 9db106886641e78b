package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Ways in which a row could be taken for published, or be thrown away, although no relay saw it.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HousekeepingTrapsIT {

  private static final String APPEND = "SELECT outbox_append('Order', '42', 'OrderPlaced', '{}')";
  private static final String MARK = "SELECT outbox_mark_published()";
  private static final String UNPUBLISHED =
      "SELECT position FROM outbox WHERE published_at IS NULL";

  private TestDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.withOutboxAndSlot(18);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void should_mark_rows_when_the_slot_has_confirmed_them() throws SQLException {
    database.run(APPEND, MARK);
    readTheSlot();
    database.run(MARK);

    assertThat(database.texts(UNPUBLISHED)).isEmpty();
  }

  @Test
  void should_not_mark_rows_when_the_publication_left_inserts_out_meanwhile() throws SQLException {
    database.run(
        MARK,
        "ALTER PUBLICATION outbox SET (publish = 'update')",
        APPEND,
        "ALTER PUBLICATION outbox SET (publish = 'insert')",
        MARK);
    assertThat(DecodedInserts.next(database.admin())).as("what the relay has seen").isEmpty();
    readTheSlot();
    database.run(MARK, MARK);

    assertThat(database.texts(UNPUBLISHED)).hasSize(1);
  }

  @Test
  void should_not_mark_rows_when_the_publication_has_the_schema_and_not_the_table()
      throws SQLException {
    database.run(
        "DROP PUBLICATION outbox",
        "CREATE PUBLICATION outbox FOR TABLES IN SCHEMA public WITH (publish = 'insert')",
        APPEND,
        MARK);
    readTheSlot();
    database.run(MARK);

    assertThat(database.texts(UNPUBLISHED)).hasSize(1);
    assertThat(database.texts("SELECT outbox_relay_obstacle()"))
        .containsExactly("publication \"outbox\" does not publish all inserts of outbox");
  }

  @Test
  void should_refuse_to_mark_when_the_transaction_has_written_rows_itself() throws SQLException {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      Sql.run(connection, APPEND);

      assertThatThrownBy(() -> Sql.run(connection, MARK))
          .hasMessageContainingAll("a transaction that has written nothing yet", "Hint: ");
    }
  }

  @Test
  void should_mark_the_rows_of_a_further_outbox_when_it_joins_a_slot_that_is_in_use()
      throws SQLException {
    database.run(MARK, "SELECT outbox_create('public', 'second')");
    database.run("SET outbox.table_name = 'second'");
    SchemaScripts.ADMIN.apply(database.admin());
    database.run(
        "SELECT second_append('Order', '42', 'OrderPlaced', '{}')",
        "SELECT outbox_mark_published(outbox => 'second')");
    readTheSlot();
    database.run("SELECT outbox_mark_published(outbox => 'second')");

    assertThat(database.texts("SELECT 1 FROM second WHERE published_at IS NULL")).isEmpty();
    assertThat(database.texts("SELECT 1 FROM second")).hasSize(1);
  }

  @Test
  void should_keep_the_unpublished_row_when_the_id_stands_in_another_partition()
      throws SQLException {
    String twice =
        "INSERT INTO daily (id, aggregate_type, aggregate_id, event_type, payload, created_at,"
            + " published_at) VALUES ('0198f1c7-9a3e-7b60-8a52-3f0d2c4b5a69', 'Order', '42',"
            + " 'OrderPlaced', '%s', now() - interval '%s', %s)";
    database.run(
        "SELECT outbox_create_partitioned('public', 'daily')",
        "SELECT outbox_create_partitions('daily', 7, current_date - 3)",
        twice.formatted("1", "2 days", "now() - interval '47 hours'"),
        twice.formatted("2", "0 days", "NULL"));

    assertThat(database.texts("SELECT outbox_cleanup('1 day', outbox => 'daily')"))
        .containsExactly("1");
    assertThat(database.texts("SELECT payload FROM daily")).containsExactly("2");
  }

  /** A slot confirms what comes after a row only when there is something that comes after it. */
  private void readTheSlot() throws SQLException {
    database.run("SELECT pg_logical_emit_message(true, 'test', 'x')");
    DecodedInserts.next(database.admin());
  }
}
