package org.outboxconnect.bench.pipeline;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.outboxconnect.bench.event.BenchEvent;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.postgres.PostgresServer;

/**
 * Debezium's outbox guide as documented: its table, an insert and a delete per event, and {@code
 * stock.json}, in which each setting gives its reason.
 */
final class StockSide implements RelaySide {

  private static final String DATABASE = "stock";

  private final Path connectorFile;

  StockSide(Path connectorFile) {
    this.connectorFile = connectorFile;
  }

  @Override
  public void install(PostgresServer postgres) throws SQLException {
    postgres.createDatabase(DATABASE);
    try (Connection connection = postgres.dataSource(DATABASE).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE outboxevent (id uuid PRIMARY KEY, aggregatetype varchar(255) NOT NULL,"
              + " aggregateid varchar(255) NOT NULL, type varchar(255) NOT NULL, payload jsonb)");
    }
  }

  @Override
  public void reset(PostgresServer postgres) throws SQLException {
    try (Connection connection = postgres.dataSource(DATABASE).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP PUBLICATION IF EXISTS dbz_publication");
    }
  }

  @Override
  public String database() {
    return DATABASE;
  }

  @Override
  public void write(Connection connection, List<BenchEvent> events) throws SQLException {
    try (PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO outboxevent (id, aggregatetype, aggregateid, type, payload)"
                    + " VALUES (?, ?, ?, ?, ?::jsonb)");
        PreparedStatement delete =
            connection.prepareStatement("DELETE FROM outboxevent WHERE id = ?")) {
      for (BenchEvent event : events) {
        UUID id = UUID.randomUUID();
        insert.setObject(1, id);
        insert.setString(2, event.aggregateType());
        insert.setString(3, event.aggregateId());
        insert.setString(4, BenchEvent.EVENT_TYPE);
        insert.setString(5, event.payload());
        insert.executeUpdate();
        delete.setObject(1, id);
        delete.executeUpdate();
      }
    }
  }

  @Override
  public ConnectorFile connector() throws Exception {
    return ConnectorFile.read(connectorFile);
  }

  @Override
  public String topic(String aggregateType) {
    return "outbox.event." + aggregateType;
  }

  @Override
  public String slot() {
    return "debezium";
  }
}
