package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.testing.Case;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CdcPathIT {

  private static final int EARLY_EVENTS = 5;

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @BeforeAll
  static void writeSomeEventsBeforeTheConnectorExists() throws Exception {
    for (int i = 0; i < EARLY_EVENTS; i++) {
      ROAD.write(List.of(event("Early", "early-" + i, "{}")));
    }
    assertThat(ROAD.rest().get("/connectors")).isEmpty();
    ROAD.createConnector();
  }

  @Test
  void should_deliver_events_that_were_written_before_the_connector_existed() {
    try (TopicReader reader = ROAD.reader("Early.events")) {
      assertThat(reader.await(EARLY_EVENTS))
          .extracting(TopicReader::key)
          .containsExactlyInAnyOrder("early-0", "early-1", "early-2", "early-3", "early-4");
    }
  }

  @Test
  void should_send_no_record_when_the_transaction_is_rolled_back() throws Exception {
    try (Connection service = ROAD.service();
        TopicReader reader = ROAD.reader("Rollback.events")) {
      ROAD.writer().append(service, event("Rollback", "one", "{\"committed\": false}"));
      service.rollback();
      ROAD.writer().append(service, event("Rollback", "one", "{\"committed\": true}"));
      service.commit();

      // The same aggregate, so the same partition: the other record would stand before it.
      assertThat(reader.await(1))
          .extracting(TopicReader::value)
          .containsExactly("{\"committed\": true}");
    }
  }

  @Test
  void should_deliver_many_rapid_events_of_one_aggregate_in_order() throws Exception {
    int transactions = 200;
    int perTransaction = 10;
    try (Connection service = ROAD.service();
        TopicReader reader = ROAD.reader("Rapid.events")) {
      for (int t = 0; t < transactions; t++) {
        int first = t * perTransaction;
        ROAD.writer()
            .appendAll(
                service,
                IntStream.range(first, first + perTransaction)
                    .mapToObj(n -> event("Rapid", "one", "{\"n\": %d}".formatted(n)))
                    .toList());
        service.commit();
      }

      List<ConsumerRecord<byte[], byte[]>> records = reader.await(transactions * perTransaction);

      assertThat(records)
          .extracting(TopicReader::value)
          .containsExactlyElementsOf(
              IntStream.range(0, transactions * perTransaction)
                  .mapToObj("{\"n\": %d}"::formatted)
                  .toList());
      assertThat(records)
          .extracting(ConsumerRecord::partition)
          .containsOnly(records.get(0).partition());
    }
  }

  @Test
  @Case("11")
  void should_put_exactly_these_bytes_on_the_topic() throws Exception {
    UUID id = UUID.fromString("0199f000-0000-7000-8000-000000000001");
    OutboxEvent event =
        OutboxEvent.builder()
            .id(id)
            .aggregateType("Bytes.v1-x_y")
            .aggregateId("Bestellung \"7\" ä€😀")
            .eventType("OrderPlaced")
            .payloadJson(
                "{\"total\":1.10,\"big\":9007199254740993,\"more\":1234567890123456789,\"a\":[],\"n\":null,\"t\":\"ä€😀 \\\"q\\\"\"}")
            .header("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            .header("tracestate", "vendor=1")
            .header("baggage", "user=a%20b+c")
            .header("schemaVersion", "007")
            .build();

    ROAD.write(List.of(event));

    try (TopicReader reader = ROAD.reader("Bytes.v1-x_y.events")) {
      assertThat(reader.await(1))
          .singleElement()
          .satisfies(
              record -> {
                assertThat(record.topic()).isEqualTo("Bytes.v1-x_y.events");
                assertThat(TopicReader.key(record)).isEqualTo("Bestellung \"7\" ä€😀");
                assertThat(TopicReader.value(record))
                    .isEqualTo(
                        "{\"a\": [], \"n\": null, \"t\": \"ä€😀 \\\"q\\\"\", \"big\": 9007199254740993,"
                            + " \"more\": 1234567890123456789, \"total\": 1.10}");
                assertThat(TopicReader.headers(record))
                    .containsExactly(
                        "baggage=user=a%20b+c",
                        "eventId=0199f000-0000-7000-8000-000000000001",
                        "eventType=OrderPlaced",
                        "id=0199f000-0000-7000-8000-000000000001",
                        "schemaVersion=007",
                        "traceparent=00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                        "tracestate=vendor=1");
              });
    }
  }

  private static OutboxEvent event(String aggregateType, String aggregateId, String payload) {
    return OutboxEvent.of(aggregateType, aggregateId, "Happened", payload);
  }
}
