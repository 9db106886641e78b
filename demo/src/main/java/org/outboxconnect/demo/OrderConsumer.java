package org.outboxconnect.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Another service: reads the orders' events, applies each batch in one transaction and tells Kafka
 * only afterwards. All of that happens on one thread of its own.
 */
final class OrderConsumer implements AutoCloseable {

  /** Also the name in the inbox. */
  static final String GROUP = "shipping";

  private static final Duration POLL = Duration.ofMillis(200);

  private final DemoDatabase database;
  private final Deduplication deduplication;
  private final Progress progress;
  private final Latencies latencies;
  private final Deliveries deliveries = new Deliveries();
  private final KafkaConsumer<String, String> consumer;
  private final Thread thread = DemoThreads.named("consumer").newThread(this::run);
  private volatile boolean closing;

  /**
   * Prepares the consumer; {@link #start()} lets it read.
   *
   * @param batch most records of one poll, and so of one transaction
   */
  OrderConsumer(
      DemoDatabase database,
      DemoParts parts,
      Counters counters,
      String bootstrapServers,
      int batch) {
    this.database = database;
    this.deduplication = parts.deduplication();
    this.progress = counters.progress();
    this.latencies = counters.latencies();
    this.consumer = new KafkaConsumer<>(settings(bootstrapServers, batch));
  }

  private static Properties settings(String bootstrapServers, int batch) {
    Properties settings = new Properties();
    settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, GROUP);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, batch);
    settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
    settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class);
    return settings;
  }

  /** Starts reading; the topic must be there. */
  void start() {
    thread.start();
  }

  Deliveries deliveries() {
    return deliveries;
  }

  private void run() {
    try (consumer;
        Connection connection = database.connectAsConsumer()) {
      Shipments shipments = new Shipments(connection, deduplication);
      consumer.subscribe(List.of(OrderTopic.NAME));
      while (!closing) {
        ConsumerRecords<String, String> records = consumer.poll(POLL);
        long polledNanos = System.nanoTime();
        if (!records.isEmpty()) {
          consume(records, polledNanos, shipments);
        }
      }
    } catch (WakeupException wakeup) {
      if (!closing) {
        progress.failed(wakeup);
      }
    } catch (SQLException | RuntimeException failure) {
      progress.failed(failure);
    }
  }

  private void consume(
      ConsumerRecords<String, String> records, long polledNanos, Shipments shipments)
      throws SQLException {
    int newEvents = 0;
    for (ConsumerRecord<String, String> record : records) {
      if (read(record, polledNanos)) {
        newEvents++;
      }
    }
    shipments.apply(records);
    // Only now: a crash in between repeats the batch, and the inbox absorbs it.
    consumer.commitSync();
    records
        .nextOffsets()
        .forEach((partition, next) -> deliveries.applied(partition, next.offset()));
    progress.consumed(newEvents);
  }

  private boolean read(ConsumerRecord<String, String> record, long polledNanos) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    boolean isNew =
        deliveries.read(partition, record.offset(), Shipments.eventId(record), polledNanos);
    if (isNew) {
      latencies.polled(Shipments.eventId(record), polledNanos);
    }
    return isNew;
  }

  /** Ends the thread, which closes the consumer. */
  @Override
  public void close() {
    closing = true;
    if (!thread.isAlive()) {
      consumer.close(); // never started, or ended already; closing twice does no harm
      return;
    }
    consumer.wakeup();
    try {
      thread.join(Duration.ofSeconds(10).toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
