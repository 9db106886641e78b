package org.outboxconnect.monitor.probe;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.outboxconnect.monitor.watch.ServerAccess;

/**
 * Connects so that the monitor can't become the outage: it can't write, waits half a second for a
 * lock and five for a statement, and leaves no transaction open, which would hold vacuum back.
 */
final class Login {

  static final String APPLICATION = "outbox-replication-slot-monitor";

  private static final String OPTIONS =
      "-c statement_timeout=5s -c lock_timeout=500ms"
          + " -c idle_in_transaction_session_timeout=10s -c default_transaction_read_only=on";

  private Login() {}

  static Session to(ServerAccess server) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", server.user());
    properties.setProperty("password", server.password().get());
    properties.setProperty("ApplicationName", APPLICATION);
    properties.setProperty("connectTimeout", "5"); // seconds, as the next two
    properties.setProperty("loginTimeout", "5");
    properties.setProperty("socketTimeout", "10"); // the driver's default waits for ever
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("options", OPTIONS);
    Connection connection = DriverManager.getConnection(server.url(), properties);
    return Session.on(connection);
  }
}
