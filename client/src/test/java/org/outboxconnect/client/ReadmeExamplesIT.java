package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.schema.SchemaScripts;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReadmeExamplesIT {

  @RegisterExtension static final TestDatabase database = TestDatabase.named("readme");

  @BeforeAll
  static void migrate() throws SQLException {
    try (Connection connection = database.connect()) {
      SchemaScripts.OUTBOX.apply(connection);
      SchemaScripts.INBOX.apply(connection);
    }
    database.execute("CREATE TABLE orders (id text PRIMARY KEY, total int CHECK (total > 0))");
    database.execute("CREATE TABLE shipments (order_id text)");
  }

  @Test
  void should_write_order_and_event_or_neither() throws SQLException {
    ReadmeExamples.placeOrder(database.dataSource(), "42", 7);
    assertThatThrownBy(() -> ReadmeExamples.placeOrder(database.dataSource(), "43", -1))
        .isInstanceOf(SQLException.class);

    assertThat(database.query("SELECT id FROM orders")).containsExactly("42");
    // There is no slot in this database, so the row is kept.
    assertThat(
            database.query(
                "SELECT aggregate_id || payload FROM outbox WHERE aggregate_id IN ('42', '43')"))
        .containsExactly("42{\"total\": 7}");
  }

  @Test
  void should_write_an_object_as_json() throws SQLException {
    OutboxEvent event = ReadmeExamples.orderPlaced("44", new BigDecimal("12.50"));
    try (Connection connection = database.begin()) {
      OutboxWriter.builder().build().append(connection, event);
      connection.commit();
    }

    assertThat(
            database.query(
                "SELECT concat_ws(' ', payload - 'at', headers,"
                    + " (payload ->> 'at')::timestamptz > now() - interval '1 hour')"
                    + " FROM outbox WHERE aggregate_id = '44'"))
        .containsExactly("{\"total\": 12.50, \"orderId\": \"44\"} {\"schemaVersion\": \"2\"} t");
  }

  @Test
  void should_ship_once_when_the_event_comes_twice() throws SQLException {
    UUID eventId = UUID.randomUUID();

    ReadmeExamples.ship(database.dataSource(), eventId, "42");
    ReadmeExamples.ship(database.dataSource(), eventId, "42");

    assertThat(database.query("SELECT order_id FROM shipments")).containsExactly("42");
  }
}
