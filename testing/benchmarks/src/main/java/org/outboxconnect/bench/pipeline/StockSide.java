package org.outboxconnect.bench.pipeline;

import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.outboxconnect.bench.event.TracedEvent;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.postgres.PostgresServer;

/**
 * Debezium's outbox guide as documented: its table, an insert and a delete per event, and {@code
 * stock.json}, in which each setting gives its reason.
 */
final class StockSide implements RelaySide {

  private static final String DATABASE = "stock";

  /**
   * An insert and its delete, one event after the other: the WAL is that of a service, and a
   * backlog of a million takes no two million round trips.
   */
  private static final String WRITE_PAIRS =
      """
      CREATE FUNCTION write_pairs(aggregate_types text[], aggregate_ids text[], type text,
                                  payloads text[]) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        new_id uuid;
      BEGIN
        FOR i IN 1 .. cardinality(payloads) LOOP
          new_id := gen_random_uuid();
          INSERT INTO outboxevent
            VALUES (new_id, aggregate_types[i], aggregate_ids[i], type, payloads[i]::jsonb);
          DELETE FROM outboxevent WHERE id = new_id;
        END LOOP;
      END $$
      """;

  private final Path connectorFile;
  private final UnaryOperator<ConnectorFile> change;

  StockSide(Path connectorFile, UnaryOperator<ConnectorFile> change) {
    this.connectorFile = connectorFile;
    this.change = change;
  }

  @Override
  public void install(PostgresServer postgres) throws SQLException {
    postgres.createDatabase(DATABASE);
    try (Connection connection = postgres.dataSource(DATABASE).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE outboxevent (id uuid PRIMARY KEY, aggregatetype varchar(255) NOT NULL,"
              + " aggregateid varchar(255) NOT NULL, type varchar(255) NOT NULL, payload jsonb)");
      statement.execute(WRITE_PAIRS);
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
  public void write(Connection connection, List<TracedEvent> events) throws SQLException {
    try (PreparedStatement pairs = connection.prepareStatement("SELECT write_pairs(?, ?, ?, ?)")) {
      pairs.setArray(1, texts(connection, events, TracedEvent::aggregateType));
      pairs.setArray(2, texts(connection, events, TracedEvent::aggregateId));
      pairs.setString(3, TracedEvent.EVENT_TYPE);
      pairs.setArray(4, texts(connection, events, TracedEvent::payload));
      pairs.execute();
    }
  }

  private static Array texts(
      Connection connection, List<TracedEvent> events, Function<TracedEvent, String> column)
      throws SQLException {
    return connection.createArrayOf("text", events.stream().map(column).toArray());
  }

  @Override
  public ConnectorFile connector() throws Exception {
    return change.apply(ConnectorFile.read(connectorFile));
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
