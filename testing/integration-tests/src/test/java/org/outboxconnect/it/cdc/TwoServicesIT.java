package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.stack.connect.ConnectRestException;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.process.Wait;

/**
 * Two services on one worker and one database, edited as the table of the README says; and what
 * happens when the second one leaves one of the keys as the packaged file has it.
 */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class TwoServicesIT {

  private static final int EVENTS = 20;

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @AfterEach
  void removeConnectors() {
    ROAD.rest().get("/connectors").forEach(name -> remove(name.asText()));
  }

  @Test
  void should_relay_each_outbox_to_its_own_topics_when_only_the_keys_of_the_readme_differ()
      throws Exception {
    List<Service> services = List.of(new Service(ROAD, "orders"), new Service(ROAD, "billing"));
    for (Service service : services) {
      service.createOutbox();
      ROAD.create(service.connector());
    }
    for (int n = 0; n < EVENTS; n++) {
      for (Service service : services) {
        service.write(service.name(), n);
      }
    }

    for (Service service : services) {
      assertThat(awaitValues(service.name(), EVENTS))
          .containsExactlyElementsOf(
              IntStream.range(0, EVENTS).mapToObj(Integer::toString).toList());
      assertThat(ROAD.rest().status(service.name()).running()).isTrue();
      assertThat(ROAD.texts("SELECT id FROM " + service.name() + "_outbox")).isEmpty();
    }
  }

  /** So that the test above edits what the README lists, and nothing was left unread. */
  @Test
  void should_be_the_keys_that_name_something_of_the_outbox_when_the_table_is_read()
      throws IOException {
    assertThat(new Service(ROAD, "orders").keys())
        .containsOnlyKeys(
            "name", "topic.prefix", "publication.name", "slot.name", "table.include.list")
        .allSatisfy((key, value) -> assertThat(value).contains("orders"));
  }

  @Test
  void should_be_refused_when_the_second_service_has_the_name_of_the_first() throws Exception {
    Service service = beside("first");

    assertThatThrownBy(() -> ROAD.rest().create(service.connectorWithout("name")))
        .isInstanceOf(ConnectRestException.class)
        .hasMessageContainingAll("409", "outbox already exists");
  }

  @Test
  void should_lose_events_without_an_error_when_it_has_the_publication_of_the_first()
      throws Exception {
    assertLost("second", "publication.name");
  }

  @Test
  void should_lose_events_without_an_error_when_it_has_the_tables_of_the_first() throws Exception {
    assertLost("third", "table.include.list");
  }

  @Test
  void should_wait_for_ever_when_it_has_the_slot_of_the_first() throws Exception {
    String active = "replication slot \"outbox\" is active for PID";
    Service service = beside("fourth");
    long before = logged(active);
    ROAD.create(quick(service.connectorWithout("slot.name")));
    service.write("fourth", 1);

    awaitLogged(active, before);
    assertThat(topics()).doesNotContain("fourth.events");
    remove("fourth");

    ROAD.create(service.connector());
    assertThat(awaitValues("fourth", 1)).containsExactly("1"); // its own slot has kept it
  }

  /** Debezium waits for the names of its metrics before it reads anything: a minute, twice. */
  @Test
  void should_wait_for_the_metrics_of_the_first_when_it_has_its_prefix() throws Exception {
    String taken = "type=connector-metrics,context=snapshot,server=outbox' exists, retrying";
    Service service = beside("fifth");
    long before = logged(taken);
    ROAD.create(quick(service.connectorWithout("topic.prefix")));
    service.write("fifth", 1);

    awaitLogged(taken, before + 1);
    assertThat(ROAD.rest().status("fifth").running()).isTrue();
    assertThat(topics()).doesNotContain("fifth.events");
    remove("outbox"); // and with it the metrics of this name
    assertThat(awaitValues("fifth", 1)).containsExactly("1");
    awaitMoved("fifth");
    assertThat(topics())
        .contains("__debezium-heartbeat.outbox")
        .doesNotContain("__debezium-heartbeat.fifth");
  }

  /** The slot moves past the event, so that no correction brings it back. */
  private static void assertLost(String name, String key) throws Exception {
    Service service = beside(name);
    ROAD.create(quick(service.connectorWithout(key)));
    service.write(name, 1);
    awaitMoved(name);
    assertThat(ROAD.rest().status(name).running()).isTrue();
    assertThat(topics()).doesNotContain(name + ".events");
    assertThat(ROAD.texts("SELECT id FROM " + name + "_outbox")).isEmpty();
    remove(name);

    ROAD.create(service.connector());
    service.write(name, 2);
    assertThat(awaitValues(name, 1)).containsExactly("2");
  }

  /** A service whose outbox is there, beside the packaged connector as it is. */
  private static Service beside(String name) throws Exception {
    Service service = new Service(ROAD, name);
    service.createOutbox();
    ROAD.create(quick(ROAD.packagedConnector()));
    return service;
  }

  /** With more heartbeats, so that a slot moves soon. */
  private static ConnectorFile quick(ConnectorFile connector) {
    return connector.with("heartbeat.interval.ms", "500");
  }

  /** Waits until a slot has confirmed all that is written now. */
  private static void awaitMoved(String slot) throws Exception {
    String written = ROAD.texts("SELECT pg_current_wal_insert_lsn()").get(0);
    Wait.require(
        "slot [%s] to pass %s".formatted(slot, written),
        CdcRoad.GENEROUS,
        () ->
            ROAD.texts(
                    "SELECT confirmed_flush_lsn > '%s' FROM pg_replication_slots WHERE slot_name = '%s'"
                        .formatted(written, slot))
                .equals(List.of("t")));
  }

  private static void awaitLogged(String text, long before) {
    Wait.require(
        "[%s] in the worker's log".formatted(text), CdcRoad.GENEROUS, () -> logged(text) > before);
  }

  private static long logged(String text) throws IOException {
    return Files.readString(ROAD.stack().connect().worker(0).logFile())
        .lines()
        .filter(line -> line.contains(text))
        .count();
  }

  private static List<String> awaitValues(String aggregateType, int count) {
    try (TopicReader reader = ROAD.reader(aggregateType + ".events")) {
      return reader.await(count).stream().map(TopicReader::value).toList();
    }
  }

  private static Set<String> topics() throws Exception {
    try (Admin admin =
        Admin.create(
            Map.<String, Object>of(
                "bootstrap.servers", ROAD.stack().broker().bootstrapServers()))) {
      return admin.listTopics().names().get();
    }
  }

  /** With its offsets: they are those of another slot, or of another prefix. */
  private static void remove(String connector) {
    ROAD.rest().stop(connector);
    Wait.require(
        "the end of connector " + connector,
        CdcRoad.GENEROUS,
        () -> {
          ROAD.rest().deleteOffsets(connector); // refused while a task runs
          return true;
        });
    ROAD.rest().delete(connector);
  }
}
