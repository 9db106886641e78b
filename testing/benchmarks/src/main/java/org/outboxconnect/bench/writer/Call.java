package org.outboxconnect.bench.writer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.outboxconnect.client.OutboxEvent;

/** One way to write events in the transaction of a connection; the caller commits. */
interface Call {

  void write(Connection connection, List<OutboxEvent> events) throws SQLException;
}
