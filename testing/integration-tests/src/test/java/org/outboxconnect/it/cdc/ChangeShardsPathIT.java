package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.testing.RequiredTool;

/**
 * From two shards to three while services write, by the commands of schema/README.md; and what
 * becomes of events without them.
 */
@Tag("ci")
@RequiredTool("psql")
@DisplayNameGeneration(ReplaceUnderscores.class)
class ChangeShardsPathIT {

  @Nested
  class When_the_procedure_is_followed {

    @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

    @Test
    void should_lose_nothing_and_keep_the_order_and_not_hold_up_the_writers() throws Exception {
      ShardSet two = started(ROAD, 2);
      List<String> commands = ShardSet.commands("### Changing the number of shards");
      assertThat(commands).hasSize(5);
      try (ShardLoad load = ShardLoad.start(ROAD);
          TopicReader reader = ROAD.reader(ShardLoad.TOPIC)) {
        reader.await(1000);
        load.longestTransaction(); // from here on

        two.run(commands.get(0)); // slots and publications
        two.run(commands.get(1)); // waits for the old connectors
        long stopped = System.nanoTime();
        two.stopConnectors();
        two.run(commands.get(2)); // functions, marks and position
        new ShardSet(ROAD, 3).createConnectors();
        Duration pause = Duration.ofNanos(System.nanoTime() - stopped);
        two.deleteConnectors();
        two.run(commands.get(3));
        two.run(commands.get(4));

        Duration longest = load.longestTransaction();
        int events = load.events();
        assertThat(ROAD.texts("SELECT slot_name FROM pg_replication_slots ORDER BY 1"))
            .containsExactly("outbox_3_0", "outbox_3_1", "outbox_3_2");
        reader.await(events); // written in part by the new functions
        Map<String, List<Integer>> expected = ShardLoad.expected(load.stop());
        List<ConsumerRecord<byte[], byte[]>> records = reader.awaitFirsts(expected);

        int repeats = records.size() - expected.values().stream().mapToInt(List::size).sum();
        System.out.printf(
            "2 to 3 shards: %d events, longest transaction %d ms, pause %d ms, %d repeats%n",
            records.size() - repeats, longest.toMillis(), pause.toMillis(), repeats);
        assertThat(ShardLoad.firsts(records)).isEqualTo(expected);
        assertThat(longest).isLessThan(Duration.ofSeconds(5));
        assertThat(ROAD.texts("SELECT id FROM outbox")).isEmpty();
      }
    }
  }

  @Nested
  class When_nobody_waits_for_the_old_connectors {

    /** As many as the two events of ten aggregates. */
    private static final List<Integer> BOTH_OF_TEN = IntStream.range(0, 20).boxed().toList();

    @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

    @Test
    void should_lose_or_reorder_events() throws Exception {
      ShardSet two = started(ROAD, 2);
      two.stopConnectors();
      write("Overtaken", 0);
      ShardSet three = new ShardSet(ROAD, 3);
      three.makeAndUseAtOnce();
      three.createConnectors();
      write("Overtaken", 1);
      try (TopicReader reader = ROAD.reader("Overtaken.events")) {
        reader.await(10); // all with number 1
        two.names().forEach(ROAD.rest()::resume);
        assertThat(ShardLoad.firsts(reader.awaitFirsts(Map.of("all", BOTH_OF_TEN))).values())
            .allSatisfy(numbers -> assertThat(numbers).containsExactly(1, 0));
      }

      two.stopConnectors();
      three.stopConnectors();
      write("Lost", 0);
      ShardSet four = new ShardSet(ROAD, 4);
      four.makeAndUseAtOnce();
      ROAD.run(
          "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots"
              + " WHERE slot_name NOT LIKE 'outbox_4_%'");
      write("Lost", 1);
      four.createConnectors();
      try (TopicReader reader = ROAD.reader("Lost.events")) {
        assertThat(ShardLoad.firsts(reader.await(10)).values())
            .allSatisfy(numbers -> assertThat(numbers).containsExactly(1));
      }
      assertThat(ROAD.texts("SELECT id FROM outbox")).isEmpty();
    }

    private static void write(String aggregateType, int number) throws Exception {
      ROAD.write(
          IntStream.range(0, 10)
              .mapToObj(n -> OutboxEvent.of(aggregateType, "a" + n, "Happened", "" + number))
              .toList());
    }
  }

  private static ShardSet started(CdcRoad road, int number) throws Exception {
    ShardSet set = new ShardSet(road, number);
    set.replaceTheOnlyRelay();
    set.createConnectors();
    return set;
  }
}
