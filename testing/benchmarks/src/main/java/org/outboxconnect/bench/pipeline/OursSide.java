package org.outboxconnect.bench.pipeline;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.outboxconnect.bench.event.BenchEvent;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.postgres.PostgresServer;

/** The bundle as packaged: {@code OutboxWriter} and {@code outbox-cdc.json}. */
final class OursSide implements RelaySide {

  private static final String DATABASE = "ours";

  private final Path connectorFile;
  private final BiFunction<String, Long, OutboxEvent> event;
  private final UnaryOperator<ConnectorFile> change;
  private final OutboxWriter writer = OutboxWriter.builder().build();

  OursSide(Path connectorFile) {
    this(connectorFile, OursSide::plain, packaged -> packaged);
  }

  /**
   * Another event, or another connector.
   *
   * @param event by aggregate type and sequence
   */
  OursSide(
      Path connectorFile,
      BiFunction<String, Long, OutboxEvent> event,
      UnaryOperator<ConnectorFile> change) {
    this.connectorFile = connectorFile;
    this.event = event;
    this.change = change;
  }

  @Override
  public void install(PostgresServer postgres) throws SQLException {
    postgres.createDatabase(DATABASE);
    try (Connection connection = postgres.dataSource(DATABASE).getConnection()) {
      SchemaScripts.OUTBOX.apply(connection);
    }
  }

  @Override
  public void reset(PostgresServer postgres) throws SQLException {
    try (Connection connection = postgres.dataSource(DATABASE).getConnection()) {
      SchemaScripts.ADMIN.apply(connection);
    }
  }

  @Override
  public String database() {
    return DATABASE;
  }

  @Override
  public void write(Connection connection, List<BenchEvent> events) throws SQLException {
    writer.appendAll(
        connection,
        events.stream().map(one -> event.apply(one.aggregateType(), one.sequence())).toList());
  }

  private static OutboxEvent plain(String aggregateType, long sequence) {
    BenchEvent event = new BenchEvent(aggregateType, sequence);
    return OutboxEvent.of(
        event.aggregateType(), event.aggregateId(), BenchEvent.EVENT_TYPE, event.payload());
  }

  @Override
  public ConnectorFile connector() throws Exception {
    return change.apply(ConnectorFile.read(connectorFile)).with("database.dbname", DATABASE);
  }

  @Override
  public String topic(String aggregateType) {
    return aggregateType + ".events";
  }

  @Override
  public String slot() {
    return "outbox";
  }
}
