package org.outboxconnect.stack.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.WorkFolder;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(300)
class KafkaBrokerIT {

  @Test
  void should_keep_topics_and_records_when_killed_and_stopped_and_started_again() throws Exception {
    try (WorkFolder folder = WorkFolder.create();
        KafkaBroker broker = KafkaBroker.start(folder)) {
      broker.createTopic("kept", 2, Map.of("retention.ms", "-1"));
      send(broker, "one");
      long first = broker.pid();

      broker.kill();
      assertThat(broker.alive()).isFalse();
      assertThat(ProcessHandle.of(first)).isNotPresent();
      broker.start();
      send(broker, "two");
      broker.stop();
      assertThat(broker.alive()).isFalse();
      broker.start();

      assertThat(broker.pid()).isNotEqualTo(first);
      assertThat(values(broker)).containsExactly("one", "two");
      assertThat(topics(broker)).contains("kept");
      assertThat(broker.logFile()).content().contains("Kafka Server started");
    }
  }

  @Test
  void should_refuse_a_port_that_is_taken_and_leave_no_process() throws Exception {
    try (WorkFolder folder = WorkFolder.create();
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      KafkaBroker.Builder builder = KafkaBroker.builder().port(taken.getLocalPort());

      assertThatThrownBy(() -> builder.start(folder))
          .isInstanceOf(StackException.class)
          .hasMessageContainingAll(
              "Cannot start [broker]", "[%d]".formatted(taken.getLocalPort()), "is taken");
    }
  }

  @Test
  void should_show_the_end_of_the_log_when_the_broker_cannot_run() {
    try (WorkFolder folder = WorkFolder.create()) {
      KafkaBroker.Builder builder = KafkaBroker.builder().setting("num.io.threads", "none");

      assertThatThrownBy(() -> builder.start(folder))
          .isInstanceOf(StackException.class)
          .hasMessageContaining("num.io.threads");
    }
  }

  private static void send(KafkaBroker broker, String value) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>("kept", 0, "k", value)).get(60, TimeUnit.SECONDS);
    }
  }

  private static List<String> values(KafkaBroker broker) {
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      TopicPartition partition = new TopicPartition("kept", 0);
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      List<String> values = new ArrayList<>();
      while (consumer.position(partition) < end) {
        consumer.poll(Duration.ofSeconds(1)).forEach(record -> values.add(record.value()));
      }
      return values;
    }
  }

  private static Set<String> topics(KafkaBroker broker) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
      return admin.listTopics().names().get(60, TimeUnit.SECONDS);
    }
  }
}
