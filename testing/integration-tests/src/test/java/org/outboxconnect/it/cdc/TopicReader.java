package org.outboxconnect.it.cdc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.outboxconnect.stack.process.Wait;

/** Reads a topic from its start, bytes as they are. Used by one thread. */
public final class TopicReader implements AutoCloseable {

  private static final Duration DEADLINE = Duration.ofSeconds(90);
  private static final Duration POLL = Duration.ofMillis(100);

  private final String topic;
  private final Consumer<byte[], byte[]> consumer;
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

  TopicReader(String bootstrapServers, String topic) {
    this.topic = topic;
    this.consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "auto.offset.reset",
                "earliest",
                "group.id",
                "reader-" + System.nanoTime(),
                "metadata.max.age.ms",
                500,
                "enable.auto.commit",
                false),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    consumer.subscribe(List.of(topic));
  }

  /** All records read so far, once there are at least {@code count}. */
  public List<ConsumerRecord<byte[], byte[]>> await(int count) {
    return readUntil("%d records".formatted(count), () -> records.size() >= count);
  }

  /** All records read so far, once one of them has this in its value. */
  List<ConsumerRecord<byte[], byte[]>> awaitText(String part) {
    return readUntil(
        "a record with [%s]".formatted(part),
        () -> records.stream().anyMatch(record -> value(record).contains(part)));
  }

  /** All records read so far, once one of them has this key. */
  public List<ConsumerRecord<byte[], byte[]>> awaitKey(String key) {
    return readUntil(
        "a record with key [%s]".formatted(key),
        () -> records.stream().anyMatch(record -> key(record).equals(key)));
  }

  /** The first record with this text in this header. */
  ConsumerRecord<byte[], byte[]> awaitHeader(String name, String text) {
    Predicate<ConsumerRecord<byte[], byte[]>> wanted =
        record -> record.headers().lastHeader(name) != null && header(record, name).equals(text);
    return readUntil(
            "a record with header [%s=%s]".formatted(name, text),
            () -> records.stream().anyMatch(wanted))
        .stream()
        .filter(wanted)
        .findFirst()
        .orElseThrow();
  }

  /** All records read so far, once there are as many different ones of each key as expected. */
  List<ConsumerRecord<byte[], byte[]>> awaitFirsts(Map<String, List<Integer>> expected) {
    int count = expected.values().stream().mapToInt(List::size).sum();
    return readUntil(
        "%d different records".formatted(count),
        () ->
            records.size() >= count
                && ShardLoad.firsts(records).values().stream().mapToInt(List::size).sum() >= count);
  }

  /** How many records and ends of transactions the topic holds. */
  long end() {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(partition -> new TopicPartition(topic, partition.partition()))
            .toList();
    return consumer.endOffsets(partitions).values().stream().mapToLong(Long::longValue).sum();
  }

  private List<ConsumerRecord<byte[], byte[]>> readUntil(String what, BooleanSupplier enough) {
    Wait.require(
        "%s on topic [%s]".formatted(what, topic),
        DEADLINE,
        () -> {
          consumer.poll(POLL).forEach(records::add);
          return enough.getAsBoolean();
        });
    return List.copyOf(records);
  }

  /** The key as text. */
  public static String key(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.key(), UTF_8);
  }

  /** The value as text. */
  public static String value(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.value(), UTF_8);
  }

  /**
   * Headers as {@code name=value} in order of their names; the order on the wire is no contract.
   */
  static List<String> headers(ConsumerRecord<byte[], byte[]> record) {
    return StreamSupport.stream(record.headers().spliterator(), false)
        .map(header -> header.key() + "=" + new String(header.value(), UTF_8))
        .sorted()
        .toList();
  }

  /** The last header of this name, as text. */
  public static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  @Override
  public void close() {
    consumer.close();
  }
}
