package org.outboxconnect.bench.pipeline;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.outboxconnect.bench.event.TracedEvent;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.postgres.PostgresServer;

/** The bundle as packaged: {@code OutboxWriter} and {@code outbox-cdc.json}. */
final class OursSide implements RelaySide {

  private static final String DATABASE = "ours";

  private final Path connectorFile;
  private final UnaryOperator<ConnectorFile> change;
  private final OutboxWriter writer = OutboxWriter.builder().build();

  OursSide(Path connectorFile) {
    this(connectorFile, packaged -> packaged);
  }

  /** A changed connector. */
  OursSide(Path connectorFile, UnaryOperator<ConnectorFile> change) {
    this.connectorFile = connectorFile;
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
  public void write(Connection connection, List<TracedEvent> events) throws SQLException {
    writer.appendAll(connection, events.stream().map(OursSide::event).toList());
  }

  private static OutboxEvent event(TracedEvent event) {
    return OutboxEvent.builder()
        .aggregateType(event.aggregateType())
        .aggregateId(event.aggregateId())
        .eventType(TracedEvent.EVENT_TYPE)
        .payloadJson(event.payload())
        .header("traceparent", event.traceparent())
        .build();
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
