package org.outboxconnect.it.failure;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads partition 0 of a topic at one isolation level. On a thread of its own; asking is safe for
 * many threads.
 */
final class IsolatedReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(10);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private final List<Seen> records = new ArrayList<>();
  private final Thread thread = new Thread(this::run, "isolated-reader");
  private volatile long position;
  private volatile boolean closing;
  private volatile RuntimeException failure;

  private IsolatedReader(String bootstrapServers, String topic, String level) {
    partition = new TopicPartition(topic, 0);
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                level,
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                false),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.assign(List.of(partition));
  }

  /** Reads at this level of Kafka's, {@code read_committed} or {@code read_uncommitted}. */
  static IsolatedReader start(String bootstrapServers, String topic, String level) {
    IsolatedReader reader = new IsolatedReader(bootstrapServers, topic, level);
    reader.thread.start();
    return reader;
  }

  /** Offset up to which everything has been read that this level shows; markers count. */
  long position() {
    return position;
  }

  synchronized List<Seen> records() {
    return List.copyOf(records);
  }

  /** True; throws what ended the reading. */
  boolean healthy() {
    if (failure != null) {
      throw failure;
    }
    return true;
  }

  synchronized int count() {
    return records.size();
  }

  private void run() {
    try (consumer) {
      while (!closing) {
        List<Seen> batch = new ArrayList<>();
        consumer
            .poll(POLL)
            .forEach(
                record -> {
                  byte[] id = record.headers().lastHeader("eventId").value();
                  Aggregate aggregate = new Aggregate("", new String(record.key(), UTF_8));
                  batch.add(
                      new Seen(
                          UUID.fromString(new String(id, UTF_8)), aggregate, 0, record.offset()));
                });
        synchronized (this) {
          records.addAll(batch);
        }
        position = consumer.position(partition);
      }
    } catch (RuntimeException unexpected) {
      failure = unexpected;
    }
  }

  @Override
  public void close() {
    closing = true;
    Threads.awaitEnd(thread);
  }
}
