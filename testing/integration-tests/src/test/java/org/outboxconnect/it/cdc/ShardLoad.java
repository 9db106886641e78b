package org.outboxconnect.it.cdc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.stack.process.Wait;

/**
 * Several services that write all the time, each on a session and aggregates of its own. The
 * payload is the number of the event within its aggregate, so the order of commits is known.
 */
final class ShardLoad implements AutoCloseable {

  static final String TOPIC = "Shard.events";

  private static final int WRITERS = 4;
  private static final int AGGREGATES_OF_EACH = 6;

  private final CdcRoad road;
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(WRITERS);
  private final List<Future<?>> running = new ArrayList<>();
  private final List<Connection> sessions = new ArrayList<>();
  private final Map<String, Integer> committed = new ConcurrentHashMap<>();
  private final AtomicLong longest = new AtomicLong();

  private ShardLoad(CdcRoad road) {
    this.road = road;
  }

  static ShardLoad start(CdcRoad road) throws Exception {
    ShardLoad load = new ShardLoad(road);
    for (int writer = 0; writer < WRITERS; writer++) {
      Connection session = road.service();
      load.sessions.add(session);
      List<String> aggregates = aggregates(writer);
      load.running.add(
          load.threads.scheduleAtFixedRate(
              () -> load.transaction(session, aggregates), 0, 10, TimeUnit.MILLISECONDS));
    }
    return load;
  }

  private static List<String> aggregates(int writer) {
    return IntStream.range(0, AGGREGATES_OF_EACH).mapToObj(n -> writer + "-" + n).toList();
  }

  private void transaction(Connection session, List<String> aggregates) {
    long began = System.nanoTime();
    try {
      List<OutboxEvent> events =
          aggregates.stream()
              .filter(aggregate -> (aggregate.hashCode() + began / 1000) % 2 == 0)
              .map(aggregate -> event(aggregate, committed.getOrDefault(aggregate, 0)))
              .toList();
      road.writer().appendAll(session, events);
      session.commit();
      events.forEach(event -> committed.merge(event.aggregateId(), 1, Integer::sum));
    } catch (Exception e) {
      throw new IllegalStateException(e); // ends this writer; stop tells
    }
    longest.accumulateAndGet(System.nanoTime() - began, Math::max);
  }

  private static OutboxEvent event(String aggregate, int number) {
    return OutboxEvent.of("Shard", aggregate, "Happened", Integer.toString(number));
  }

  /** Events committed so far. */
  int events() {
    return committed.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The longest transaction since the last call, from the first statement to the commit. */
  Duration longestTransaction() {
    return Duration.ofNanos(longest.getAndSet(0));
  }

  /** Ends the writers; fails if one has failed. Returns the number of events of each aggregate. */
  Map<String, Integer> stop() throws Exception {
    threads.shutdown();
    Wait.require("the end of the writers", CdcRoad.GENEROUS, threads::isTerminated);
    for (Future<?> writer : running) {
      if (writer.isDone() && !writer.isCancelled()) {
        try {
          writer.get();
        } catch (ExecutionException e) {
          throw new AssertionError("a writer has failed", e.getCause());
        }
      }
    }
    return new LinkedHashMap<>(committed);
  }

  /** What arrived of each aggregate, first occurrences only. */
  static Map<String, List<Integer>> firsts(List<ConsumerRecord<byte[], byte[]>> records) {
    Map<String, Set<Integer>> firsts = new LinkedHashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      firsts
          .computeIfAbsent(TopicReader.key(record), any -> new LinkedHashSet<>())
          .add(Integer.parseInt(TopicReader.value(record)));
    }
    Map<String, List<Integer>> lists = new LinkedHashMap<>();
    firsts.forEach((key, numbers) -> lists.put(key, List.copyOf(numbers)));
    return lists;
  }

  /** All events of all aggregates, in the order of their commits. */
  static Map<String, List<Integer>> expected(Map<String, Integer> committed) {
    Map<String, List<Integer>> expected = new LinkedHashMap<>();
    committed.forEach(
        (aggregate, count) -> expected.put(aggregate, IntStream.range(0, count).boxed().toList()));
    return expected;
  }

  @Override
  public void close() throws SQLException {
    threads.shutdownNow();
    Wait.require("the end of the writers", CdcRoad.GENEROUS, threads::isTerminated);
    for (Connection session : sessions) {
      session.close();
    }
  }
}
