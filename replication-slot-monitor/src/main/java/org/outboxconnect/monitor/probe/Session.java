package org.outboxconnect.monitor.probe;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** One connection to a server, in autocommit: no transaction outlives a statement. */
final class Session implements AutoCloseable {

  private final Connection connection;
  private final int version;

  private Session(Connection connection, int version) {
    this.connection = connection;
    this.version = version;
  }

  /** Reads one row of a result. */
  @FunctionalInterface
  interface Reader<T> {
    T read(Row row) throws SQLException;
  }

  /** Takes the connection over; it is closed if the server doesn't tell its version. */
  static Session on(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SHOW server_version_num");
        ResultSet result = statement.executeQuery()) {
      result.next();
      return new Session(connection, result.getInt(1));
    } catch (SQLException failure) {
      connection.close();
      throw failure;
    }
  }

  Connection connection() {
    return connection;
  }

  /** The {@code server_version_num}, for example 180004. */
  int version() {
    return version;
  }

  <T> List<T> list(String sql, Reader<T> reader, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int index = 0; index < parameters.length; index++) {
        statement.setObject(index + 1, parameters[index]);
      }
      return read(statement, reader);
    }
  }

  private static <T> List<T> read(PreparedStatement statement, Reader<T> reader)
      throws SQLException {
    try (ResultSet result = statement.executeQuery()) {
      Row row = new Row(result);
      List<T> found = new ArrayList<>();
      while (result.next()) {
        found.add(reader.read(row));
      }
      return found;
    }
  }

  /** The only row of an answer that always has one. */
  <T> T one(String sql, Reader<T> reader, Object... parameters) throws SQLException {
    return list(sql, reader, parameters).get(0);
  }

  /** Tells whether the connection is known to be of no more use. */
  boolean isClosed() {
    try {
      return connection.isClosed();
    } catch (SQLException failure) {
      return true;
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException alreadyGone) {
      // Nothing is lost with it: the next poll connects anew.
      return;
    }
  }
}
