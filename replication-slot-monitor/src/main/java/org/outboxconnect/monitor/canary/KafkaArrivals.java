package org.outboxconnect.monitor.canary;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.CanaryConfig;
import org.outboxconnect.monitor.thread.SmallThreads;

/**
 * Reads the end of a topic in a daemon thread. It belongs to no consumer group and commits nothing.
 * The only class that needs {@code kafka-clients}: nothing loads it without.
 */
final class KafkaArrivals implements Arrivals {

  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CanaryConfig.Kafka config;
  private final InstantSource clock;
  private final Expected expected = new Expected();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable String problem = "No connection to Kafka yet";

  private KafkaArrivals(CanaryConfig.Kafka config, InstantSource clock) {
    this.config = config;
    this.clock = clock;
  }

  static KafkaArrivals start(CanaryConfig.Kafka config, InstantSource clock) {
    KafkaArrivals arrivals = new KafkaArrivals(config, clock);
    new SmallThreads("outbox-monitor-canary").newThread(arrivals::readOn).start();
    return arrivals;
  }

  private void readOn() {
    while (!isClosed(Duration.ZERO)) {
      try (Consumer<byte[], byte[]> consumer = consumer()) {
        read(consumer);
      } catch (IOException | KafkaException | IllegalStateException failure) {
        problem = "Kafka can't be read: " + describe(failure);
      }
      if (isClosed(PATIENCE)) {
        return;
      }
    }
  }

  /** Settings anew each time: a password in them may have changed. */
  private Consumer<byte[], byte[]> consumer() throws IOException {
    Properties properties = new Properties();
    try (Reader file = Files.newBufferedReader(config.propertiesFile())) {
      properties.load(file);
    } catch (IllegalArgumentException malformed) {
      throw new IOException("the properties file is malformed", malformed);
    }
    properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
    properties.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, "outbox-replication-slot-monitor");
    return new KafkaConsumer<>(
        properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  private void read(Consumer<byte[], byte[]> consumer) throws IOException {
    List<TopicPartition> partitions =
        consumer.partitionsFor(config.topic(), PATIENCE).stream()
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw new IOException("there is no topic [%s] yet".formatted(config.topic()));
    }
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    partitions.forEach(partition -> consumer.position(partition, PATIENCE)); // or throws
    problem = null;
    while (!isClosed(Duration.ZERO)) {
      consumer.poll(POLL).forEach(this::see);
    }
  }

  private void see(ConsumerRecord<byte[], byte[]> message) {
    if (message.value() != null) {
      expected.see(message.value(), clock.instant());
    }
  }

  /** The text of a client's exception can hold settings; its kind tells enough. */
  private static String describe(Exception failure) {
    return failure instanceof IOException && failure.getMessage() != null
        ? failure.getMessage()
        : failure.getClass().getSimpleName();
  }

  private boolean isClosed(Duration wait) {
    try {
      return closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public void expect(String text, Instant written) {
    expected.add(text, written);
  }

  @Override
  public Optional<Duration> newest() {
    return expected.newest();
  }

  @Override
  public Optional<String> problem() {
    String known = problem;
    Duration waiting = expected.waiting(clock.instant());
    return known == null && waiting.compareTo(LONG) > 0
        ? Optional.of("No message has come to Kafka for %d s".formatted(waiting.toSeconds()))
        : Optional.ofNullable(known);
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
