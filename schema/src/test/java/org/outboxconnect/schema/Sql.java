package org.outboxconnect.schema;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** JDBC in few words. */
final class Sql {

  private Sql() {}

  static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Each row as text, columns separated by a bar; a NULL reads {@code null}. */
  static List<String> texts(Connection connection, String query, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        List<String> texts = new ArrayList<>();
        while (rows.next()) {
          List<String> columns = new ArrayList<>();
          for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
            columns.add(rows.getString(column));
          }
          texts.add(String.join("|", columns));
        }
        return texts;
      }
    }
  }
}
