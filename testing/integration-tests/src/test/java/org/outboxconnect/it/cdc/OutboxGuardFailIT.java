package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.stack.connect.ConnectorFile;

/** Rows and tables that stop the packaged relay: what it says, and how it goes on. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxGuardFailIT {

  private static final String MARK = "DE00MARKED";
  private static final String POLICY = "transforms.guard.on.violation";

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  private static final HostileRows ROWS = new HostileRows(ROAD);

  @BeforeAll
  static void prepareTables() throws SQLException {
    // Before the constraints go: outbox_create takes them from this outbox.
    ROAD.run(
        "CREATE SCHEMA shop",
        "SELECT outbox_create('shop', 'outbox')",
        "SELECT outbox_create('sales', 'messages')");
    ROWS.dropConstraints();
  }

  @BeforeEach
  void stop() {
    if (!ROAD.rest().get("/connectors").isEmpty()) {
      ROAD.stopConnector();
    }
  }

  @Test
  void should_name_the_event_when_it_fails_and_go_on_when_it_is_taken_aside() throws Exception {
    ConnectorFile packaged = packaged();
    String id =
        ROWS.insertWith(
            Map.of(
                "aggregate_type",
                "my order/v1",
                "aggregate_id",
                MARK,
                "payload",
                "{\"iban\": \"%s\"}".formatted(MARK),
                "headers",
                "{\"iban\": \"%s\"}".formatted(MARK)));
    ROWS.insert("Next", "{}");

    // The control: without the guard it fails, too, and nobody learns which event it is.
    ROAD.reconfigure(
        packaged
            .with("transforms", "headers,outbox")
            .without("transforms.guard.type")
            .without(POLICY));
    assertThat(ROAD.awaitFailure()).containsIgnoringCase("topic").doesNotContain(id);

    ROAD.reconfigure(packaged);
    assertThat(ROAD.awaitFailure())
        .contains("Cannot send event [" + id + "] of table [sales.outbox] on topic [outbox.sales")
        .contains("rule [aggregate-type]", "[Hint: ")
        .doesNotContain(MARK);

    ROAD.reconfigure(packaged.with(POLICY, "quarantine"));
    try (TopicReader quarantine = ROAD.reader("outbox.quarantine");
        TopicReader events = ROAD.reader("Next.events")) {
      assertThat(TopicReader.key(quarantine.awaitHeader("outbox.id", id))).isEqualTo(MARK);
      assertThat(events.await(1)).hasSize(1);
    }
    assertThat(ROAD.reconfigure(packaged).running()).isTrue();
  }

  @Test
  void should_deliver_the_event_when_the_setting_that_forbids_it_is_changed() throws Exception {
    ConnectorFile packaged = packaged();
    String id = ROWS.insert("Unlisted", "{\"n\": 1}");

    ROAD.reconfigure(packaged.with("transforms.guard.aggregate.types", "Good,Next"));
    assertThat(ROAD.awaitFailure())
        .contains("Cannot send event [" + id + "] of table [sales.outbox]")
        .contains("rule [aggregate-type-not-listed], Aggregate type [Unlisted] isn't listed")
        .contains("its topic would be [Unlisted.events]");

    ROAD.reconfigure(packaged.with("transforms.guard.aggregate.types", "Good,Next,Unlisted"));
    try (TopicReader events = ROAD.reader("Unlisted.events")) {
      assertThat(events.await(1)).extracting(TopicReader::value).containsExactly("{\"n\": 1}");
    }
  }

  @Test
  void should_fail_with_the_tables_name_when_another_table_is_captured() throws Exception {
    ConnectorFile packaged = packaged();
    ROAD.run(
        "CREATE TABLE orders (id int PRIMARY KEY, iban text)",
        "GRANT SELECT ON orders TO outbox_relay",
        "ALTER PUBLICATION outbox ADD TABLE orders",
        "INSERT INTO orders VALUES (1, '%s')".formatted(MARK));
    ROWS.insert("AfterOrders", "{}");

    ROAD.reconfigure(
        packaged
            .with("table.include.list", "sales\\.(outbox|orders)")
            .with("guardrail.collections.max", "2")
            .with(POLICY, "quarantine"));
    assertThat(ROAD.awaitFailure())
        .contains("Change [c] of table [sales.orders] at LSN [")
        .contains("found columns [id, iban]")
        .doesNotContain(MARK);

    ROAD.reconfigure(packaged);
    try (TopicReader events = ROAD.reader("AfterOrders.events")) {
      assertThat(events.await(1)).hasSize(1);
    }
    ROAD.run("ALTER PUBLICATION outbox DROP TABLE orders", "DROP TABLE orders");
  }

  /**
   * Debezium's guardrail counts the tables that fit, and doesn't ask whether they are published.
   */
  @Test
  void should_fail_at_start_when_another_schema_has_a_table_of_that_name_and_run_when_one_is_named()
      throws Exception {
    ROAD.reconfigure(ROAD.packagedConnector());
    assertThat(ROAD.awaitFailure()).contains("Guardrail limit exceeded: 2 tables");

    ROWS.insert("AfterGuardrail", "{}");
    assertThat(ROAD.reconfigure(packaged()).running()).isTrue();
    try (TopicReader events = ROAD.reader("AfterGuardrail.events")) {
      assertThat(events.await(1)).hasSize(1);
    }
  }

  @Test
  void should_take_the_second_of_two_colliding_topics_aside_where_the_broker_stops_the_task()
      throws Exception {
    ConnectorFile packaged = packaged();
    ROAD.reconfigure(packaged.with(POLICY, "quarantine"));
    ROWS.insert("line.item", "{}");
    String taken = ROWS.insert("line_item", "{}");
    try (TopicReader quarantine = ROAD.reader("outbox.quarantine")) {
      assertThat(TopicReader.header(quarantine.awaitHeader("outbox.id", taken), "outbox.rule"))
          .isEqualTo("topic-name");
    }
    assertThat(ROAD.rest().status(CdcRoad.CONNECTOR).running()).isTrue();

    // The control: the same without the guard.
    ROAD.reconfigure(
        packaged
            .with("transforms", "headers,outbox")
            .without("transforms.guard.type")
            .without(POLICY));
    ROWS.insert("order.item", "{}");
    ROWS.insert("order_item", "{}");
    assertThat(ROAD.awaitFailure()).contains("order_item.events", "collides with");

    // Leaves the slot behind them.
    ROAD.reconfigure(
        packaged
            .with(POLICY, "quarantine")
            .with("transforms.guard.aggregate.types", "AfterCollision,order.item"));
    ROWS.insert("AfterCollision", "{}");
    try (TopicReader events = ROAD.reader("AfterCollision.events")) {
      assertThat(events.await(1)).hasSize(1);
    }
  }

  /** Each time one key differs from the packaged file, none of them one of the chain's. */
  @Test
  void should_need_one_key_when_prefix_schema_or_table_is_renamed() throws Exception {
    ConnectorFile packaged = ROAD.packagedConnector();
    ROAD.run(
        "ALTER PUBLICATION outbox ADD TABLE shop.outbox, sales.messages",
        "GRANT USAGE ON SCHEMA shop TO outbox_relay",
        "GRANT SELECT ON shop.outbox, sales.messages TO outbox_relay");

    requireDelivery(packaged.with("table.include.list", "shop\\.outbox"), "shop.outbox", "Schema");
    requireDelivery(
        packaged.with("table.include.list", "sales\\.messages"), "sales.messages", "Table");
    requireDelivery(
        packaged.with("table.include.list", "sales\\.outbox").with("topic.prefix", "renamed"),
        "sales.outbox",
        "Prefix");
  }

  /** There is a second table of this name, so the packaged pattern for all schemas fits two. */
  private static ConnectorFile packaged() {
    return ROAD.packagedConnector().with("table.include.list", "sales\\.outbox");
  }

  private static void requireDelivery(ConnectorFile connector, String table, String aggregateType)
      throws SQLException {
    ROAD.reconfigure(connector);
    ROAD.run(
        ("INSERT INTO %s (id, aggregate_type, aggregate_id, event_type, payload)"
                + " VALUES (gen_random_uuid(), '%s', 'one', 'Happened', '{}')")
            .formatted(table, aggregateType));
    try (TopicReader events = ROAD.reader(aggregateType + ".events")) {
      assertThat(events.await(1)).hasSize(1);
    }
  }
}
