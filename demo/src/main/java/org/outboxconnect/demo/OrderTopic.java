package org.outboxconnect.demo;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** The topic of the orders, seen from outside: whether it is there and where it ends. */
final class OrderTopic implements AutoCloseable {

  static final String NAME = Order.AGGREGATE_TYPE + ".events";

  private final Admin admin;

  OrderTopic(String bootstrapServers) {
    Properties settings = new Properties();
    settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    admin = Admin.create(settings);
  }

  /** Whether the connector has made it. */
  boolean exists() {
    return get(() -> admin.listTopics().names().get().contains(NAME));
  }

  /** The offset behind the last record, per partition. */
  Map<TopicPartition, Long> end() {
    return get(
        () -> {
          Map<TopicPartition, OffsetSpec> latest =
              admin.describeTopics(List.of(NAME)).allTopicNames().get().values().stream()
                  .flatMap(topic -> topic.partitions().stream())
                  .map(partition -> new TopicPartition(NAME, partition.partition()))
                  .collect(Collectors.toMap(Function.identity(), p -> OffsetSpec.latest()));
          return admin.listOffsets(latest).all().get().entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, OrderTopic::offset));
        });
  }

  @Override
  public void close() {
    admin.close();
  }

  private static long offset(Map.Entry<TopicPartition, ListOffsetsResultInfo> end) {
    return end.getValue().offset();
  }

  private static <T> T get(Question<T> question) {
    try {
      return question.ask();
    } catch (ExecutionException failure) {
      throw new DemoException("Cannot ask the broker about topic " + NAME, failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new DemoException("Interrupted while asking about topic " + NAME, interrupted);
    }
  }

  private interface Question<T> {
    T ask() throws ExecutionException, InterruptedException;
  }
}
