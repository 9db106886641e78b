package org.outboxconnect.it.failure;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.outboxconnect.it.cdc.CdcRoad;

/**
 * How many records the broker has of one scenario, whether or not its consumer got that far. For
 * one thread.
 */
final class EndOffsets implements AutoCloseable {

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;

  private EndOffsets(KafkaConsumer<byte[], byte[]> consumer, List<String> topics) {
    this.consumer = consumer;
    this.partitions =
        topics.stream()
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
            .toList();
  }

  /** Of topics that exist. */
  static EndOffsets of(CdcRoad road, List<String> topics) {
    return new EndOffsets(
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", road.stack().broker().bootstrapServers()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer()),
        topics);
  }

  long sum() {
    return consumer.endOffsets(partitions).values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
