package org.outboxconnect.bench.pipeline;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.outboxconnect.bench.event.TracedEvent;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.postgres.PostgresServer;

/** One of the two ways from a transaction to a topic: its tables, its connector, its topic. */
interface RelaySide {

  /** Makes database, tables and whatever else its documentation asks for, once. */
  void install(PostgresServer postgres) throws Exception;

  /** Makes the state of a first start: what a run left behind is gone, the connector can start. */
  void reset(PostgresServer postgres) throws Exception;

  /** Name of the side's own database. */
  String database();

  /** Opens a connection of the service that writes, with auto-commit off. */
  default Connection connect(PostgresServer postgres) throws SQLException {
    Connection connection = postgres.dataSource(database()).getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  /** Writes the events in the connection's transaction; the caller commits. */
  void write(Connection connection, List<TracedEvent> events) throws SQLException;

  /** The connector to POST. */
  ConnectorFile connector() throws Exception;

  /** Topic on which events of the aggregate type arrive. */
  String topic(String aggregateType);

  /** Name of the replication slot that the connector uses. */
  String slot();
}
