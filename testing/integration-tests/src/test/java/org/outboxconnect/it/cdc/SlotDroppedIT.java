package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SlotDroppedIT {

  private final OutboxWriter writer = OutboxWriter.builder().build();
  private WorkFolder folder;
  private PostgresServer postgres;

  @BeforeEach
  void start() throws Exception {
    folder = WorkFolder.create();
    postgres = PostgresServer.builder().start(folder);
    try (Connection superuser = postgres.connect()) {
      SchemaScripts.OUTBOX.apply(superuser);
      SchemaScripts.ADMIN.apply(superuser);
    }
  }

  @AfterEach
  void stop() {
    postgres.close();
    folder.close();
  }

  @Test
  void should_keep_transient_rows_in_the_table_when_the_slot_is_dropped() throws Exception {
    write("while-the-slot-exists");
    assertThat(keptRows()).isEmpty();

    execute("SELECT pg_drop_replication_slot('outbox')");
    write("after-the-slot-was-dropped");

    assertThat(keptRows()).containsExactly("after-the-slot-was-dropped published_at=null");
  }

  /** Without a slot rows stay, so a row that a rollback had left would be seen. */
  @Test
  void should_leave_no_row_when_the_transaction_is_rolled_back() throws Exception {
    execute("SELECT pg_drop_replication_slot('outbox')");
    try (Connection connection = postgres.connect()) {
      connection.setAutoCommit(false);
      append(connection, "rolled-back");
      connection.rollback();
      append(connection, "committed");
      connection.commit();
    }

    assertThat(keptRows()).containsExactly("committed published_at=null");
  }

  private void write(String aggregateId) throws SQLException {
    try (Connection connection = postgres.connect()) {
      connection.setAutoCommit(false);
      append(connection, aggregateId);
      connection.commit();
    }
  }

  private void append(Connection connection, String aggregateId) throws SQLException {
    writer.append(connection, OutboxEvent.of("Order", aggregateId, "OrderPlaced", "{}"));
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = postgres.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> keptRows() throws SQLException {
    List<String> kept = new ArrayList<>();
    try (Connection connection = postgres.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT aggregate_id, published_at FROM outbox ORDER BY position")) {
      while (rows.next()) {
        kept.add(rows.getString(1) + " published_at=" + rows.getString(2));
      }
    }
    return kept;
  }
}
