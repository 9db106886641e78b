package org.outboxconnect.it.failure;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.outboxconnect.client.Inbox;
import org.outboxconnect.client.InboxOutcome;

/**
 * Another service: reads the topics of one scenario and applies each event through the inbox, in
 * the same database. On a thread of its own; asking is safe for many threads.
 */
final class Consumption implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final String EFFECT = "INSERT INTO effects (consumer, event_id) VALUES (?, ?)";

  private final Database database;
  private final String name;
  private final Inbox inbox;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> nextOffsets = new HashMap<>();
  private final List<Seen> records = new ArrayList<>();
  private final Set<UUID> ids = ConcurrentHashMap.newKeySet();
  private final Thread thread = new Thread(this::run, "consumption");
  private Connection connection;
  private long lastArrival = System.nanoTime();
  private long longestSilence;
  private volatile boolean closing;
  private volatile Exception failure;

  /** Prepares a consumer of the topics that begin with a name and a dash. */
  Consumption(Database database, String bootstrapServers, String name) {
    this.database = database;
    this.name = name;
    this.inbox = Inbox.forConsumer(name);
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "group.id",
                name,
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                false,
                "metadata.max.age.ms",
                500),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
  }

  void start() {
    thread.start();
  }

  /** Tells whether an event has arrived and been applied. */
  boolean has(UUID id) {
    return ids.contains(id);
  }

  /** How many events have arrived and been applied. */
  int applied() {
    return ids.size();
  }

  /** Throws what the consumer has met with that is no outage. */
  void requireHealthy() throws Exception {
    if (failure != null) {
      throw failure;
    }
  }

  synchronized List<Seen> records() {
    return List.copyOf(records);
  }

  /** The longest time between two arrivals. */
  synchronized Duration longestSilence() {
    return Duration.ofNanos(longestSilence);
  }

  /** How many effects each event has had. */
  Map<UUID, Integer> effects() throws SQLException {
    try (Connection superuser = database.superuser();
        Statement statement = superuser.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT event_id, count(*) FROM effects WHERE consumer = '%s' GROUP BY 1"
                    .formatted(name))) {
      Map<UUID, Integer> effects = new HashMap<>();
      while (rows.next()) {
        effects.put(rows.getObject(1, UUID.class), rows.getInt(2));
      }
      return effects;
    }
  }

  private void run() {
    try (consumer) {
      consumer.subscribe(Pattern.compile(Pattern.quote(name) + "-.*\\.events"));
      while (!closing) {
        List<Seen> batch = new ArrayList<>();
        consumer.poll(POLL).forEach(record -> read(record, batch));
        if (!batch.isEmpty()) {
          note(batch);
          apply(batch);
          batch.forEach(record -> ids.add(record.id()));
        }
      }
    } catch (Exception unexpected) {
      failure = unexpected;
    } finally {
      disconnect();
    }
  }

  /** After a rebalance Kafka starts again at the beginning: what was read before is no repeat. */
  private void read(ConsumerRecord<byte[], byte[]> record, List<Seen> batch) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    if (record.offset() >= nextOffsets.getOrDefault(partition, 0L)) {
      nextOffsets.put(partition, record.offset() + 1);
      String type = record.topic().substring(0, record.topic().length() - ".events".length());
      UUID id = UUID.fromString(new String(record.headers().lastHeader("eventId").value(), UTF_8));
      Aggregate aggregate = new Aggregate(type, new String(record.key(), UTF_8));
      batch.add(new Seen(id, aggregate, record.partition(), record.offset()));
    }
  }

  private synchronized void note(List<Seen> batch) {
    long now = System.nanoTime();
    if (!records.isEmpty()) {
      longestSilence = Math.max(longestSilence, now - lastArrival);
    }
    lastArrival = now;
    records.addAll(batch);
  }

  /** Repeats the whole batch until it is committed; the inbox skips what was. */
  private void apply(List<Seen> batch) throws SQLException {
    while (!closing) {
      try {
        if (connection == null) {
          connection = database.superuser();
        }
        applyOnce(batch);
        connection.commit();
        return;
      } catch (SQLException away) {
        if (!Database.isOutage(away)) {
          throw away;
        }
        disconnect();
      }
    }
  }

  private void applyOnce(List<Seen> batch) throws SQLException {
    try (PreparedStatement effect = connection.prepareStatement(EFFECT)) {
      for (Seen record : batch) {
        if (inbox.record(connection, record.id()) == InboxOutcome.FIRST_TIME) {
          effect.setString(1, name);
          effect.setObject(2, record.id());
          effect.executeUpdate();
        }
      }
    }
  }

  private void disconnect() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException broken) {
      // It is of no use any more.
    }
    connection = null;
  }

  @Override
  public void close() {
    closing = true;
    Threads.awaitEnd(thread);
  }
}
