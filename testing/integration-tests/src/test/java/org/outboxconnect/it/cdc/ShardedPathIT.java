package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.stack.connect.ConnectWorker;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.testing.RequiredTool;

/** Two connectors share an outbox, on one worker. */
@Tag("ci")
@RequiredTool("psql")
@DisplayNameGeneration(ReplaceUnderscores.class)
class ShardedPathIT {

  private static final int AGGREGATES = 30;

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  private static ShardSet shards;

  @BeforeAll
  static void createShards() throws Exception {
    shards = new ShardSet(ROAD, 2);
    shards.replaceTheOnlyRelay();
    shards.createConnectors();
  }

  @Test
  void should_deliver_every_event_once_and_in_order_when_nothing_fails() throws Exception {
    int rounds = 20;
    for (int round = 0; round < rounds; round++) {
      write("Once", round);
    }
    ROAD.write(List.of(OutboxEvent.of("Once", "last", "Happened", "0")));

    try (TopicReader reader = ROAD.reader("Once.events")) {
      reader.await(rounds * AGGREGATES + 1);
      stopAndStart(); // what has not been confirmed by now would come again
      ROAD.write(List.of(OutboxEvent.of("Once", "very last", "Happened", "0")));
      List<ConsumerRecord<byte[], byte[]>> records = reader.awaitKey("very last");

      assertThat(records).hasSize(rounds * AGGREGATES + 2);
      assertThat(ShardLoad.firsts(records).values().stream().filter(list -> list.size() > 1))
          .hasSize(AGGREGATES)
          .allSatisfy(
              numbers ->
                  assertThat(numbers).isEqualTo(IntStream.range(0, rounds).boxed().toList()));
    }
  }

  @Test
  void should_relay_the_aggregates_of_one_shard_only_while_the_other_is_stopped() throws Exception {
    shards.stopConnector(shards.name(1));
    write("Half", 0);
    Set<String> ofShard0 =
        Set.copyOf(
            ROAD.texts(
                ("SELECT id FROM (SELECT 'a' || n AS id FROM generate_series(1, %d) AS n) AS given"
                        + " WHERE mod(hashtextextended(id, 0) & 9223372036854775807, 2) = 0")
                    .formatted(AGGREGATES)));
    assertThat(ofShard0).hasSizeBetween(1, AGGREGATES - 1);

    try (TopicReader reader = ROAD.reader("Half.events")) {
      assertThat(keys(reader.await(ofShard0.size()))).isEqualTo(ofShard0);
      ROAD.rest().resume(shards.name(1));
      assertThat(keys(reader.await(AGGREGATES))).hasSize(AGGREGATES);
    }
  }

  @Test
  void should_deliver_every_event_in_order_when_the_worker_is_killed_under_load() throws Exception {
    try (ShardLoad load = ShardLoad.start(ROAD);
        TopicReader reader = ROAD.reader(ShardLoad.TOPIC)) {
      reader.await(500);
      ConnectWorker worker = ROAD.stack().connect().worker(0);
      worker.kill();
      int atKill = load.events();
      assertThat(worker.alive()).isFalse();
      Wait.require("further events", CdcRoad.GENEROUS, () -> load.events() > atKill + 500);
      worker.start();
      Map<String, List<Integer>> expected = ShardLoad.expected(load.stop());

      assertThat(ShardLoad.firsts(reader.awaitFirsts(expected))).isEqualTo(expected);
    }
    assertThat(ROAD.texts("SELECT id FROM outbox")).isEmpty();
  }

  private static void stopAndStart() {
    shards.stopConnectors();
    shards.names().forEach(ROAD.rest()::resume);
    shards.names().forEach(ROAD.rest()::awaitRunning);
  }

  /** One event of each aggregate, in one transaction. */
  private static void write(String aggregateType, int number) throws Exception {
    ROAD.write(
        IntStream.rangeClosed(1, AGGREGATES)
            .mapToObj(n -> OutboxEvent.of(aggregateType, "a" + n, "Happened", "" + number))
            .toList());
  }

  private static Set<String> keys(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream().map(TopicReader::key).collect(Collectors.toSet());
  }
}
