package org.outboxconnect.bench.pipeline;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.outboxconnect.bench.event.BenchEvent;
import org.outboxconnect.bench.pairing.VoidRunException;

/** Reads one single-partition topic from its start. Used by one thread. */
final class TopicReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);

  private final KafkaConsumer<String, String> consumer;
  private final BitSet seen = new BitSet();

  TopicReader(String bootstrapServers, String topic) {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed"), // makes a difference for transactions of the relay only
            new StringDeserializer(),
            new StringDeserializer());
    consumer.assign(List.of(new TopicPartition(topic, 0)));
  }

  /**
   * Reads until {@code total} distinct events have been seen since this reader was made.
   *
   * @param onEvent gets the sequence of each event that is seen for the first time
   * @throws VoidRunException if they have not arrived in time
   */
  void readUntil(int total, Duration timeout, LongConsumer onEvent) throws VoidRunException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (seen.cardinality() < total) {
      for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
        accept(record, onEvent);
      }
      if (System.nanoTime() > deadline) {
        throw new VoidRunException(
            "expected %d events within %s, found %d".formatted(total, timeout, seen.cardinality()));
      }
    }
  }

  private void accept(ConsumerRecord<String, String> record, LongConsumer onEvent) {
    long sequence = BenchEvent.sequenceOf(record.value());
    if (!seen.get((int) sequence)) {
      seen.set((int) sequence);
      onEvent.accept(sequence);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
