package org.outboxconnect.client;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.HashMap;
import java.util.Map;

/** A connection that answers questions about its state and fails the test on anything else. */
final class UnsentConnection {

  private final Map<String, Object> answers =
      new HashMap<>(
          Map.of(
              "isClosed",
              false,
              "getAutoCommit",
              false,
              "isReadOnly",
              false,
              "isWrapperFor",
              false));

  static Connection inTransaction() {
    return new UnsentConnection().build();
  }

  static Connection with(String question, boolean answer) {
    UnsentConnection connection = new UnsentConnection();
    connection.answers.put(question, answer);
    return connection.build();
  }

  private Connection build() {
    return (Connection)
        Proxy.newProxyInstance(
            UnsentConnection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              Object answer = answers.get(method.getName());
              if (answer == null) {
                throw new AssertionError("Connection.%s was called".formatted(method.getName()));
              }
              return answer;
            });
  }
}
