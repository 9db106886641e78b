package org.outboxconnect.monitor.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.config.CanaryConfig;
import org.outboxconnect.stack.kafka.KafkaBroker;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class KafkaArrivalsIT {

  private static final Duration GENEROUS = Duration.ofSeconds(60);
  private static final WorkFolder WORK = WorkFolder.create();
  private static KafkaBroker broker;
  private static Path properties;

  @BeforeAll
  static void start() throws Exception {
    broker = KafkaBroker.start(WORK);
    properties =
        Files.writeString(
            WORK.path().resolve("consumer.properties"),
            "bootstrap.servers=%s\n".formatted(broker.bootstrapServers()));
  }

  @AfterAll
  static void close() {
    broker.close();
    WORK.close();
  }

  @Test
  void should_see_a_message_arrive_on_any_partition() {
    broker.createTopic("outbox.message", 3);
    try (Arrivals arrivals = arrivals("outbox.message")) {
      await(arrivals);
      String token = Token.next();
      arrivals.expect(token, InstantSource.system().instant().minusSeconds(5));
      send("outbox.message", 0, "something else");
      send("outbox.message", 2, debezium(token));

      Wait.require("the message", GENEROUS, () -> arrivals.newest().isPresent());
      assertThat(arrivals.newest().orElseThrow()).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
      assertThat(arrivals.problem()).isEmpty();
    }
  }

  @Test
  void should_not_count_a_message_of_somebody_else() {
    broker.createTopic("others.message", 1);
    try (Arrivals arrivals = arrivals("others.message")) {
      await(arrivals);
      String token = Token.next();
      arrivals.expect(token, InstantSource.system().instant().minusSeconds(90));
      send("others.message", 0, debezium(Token.next()));

      Wait.require("the wait to show", GENEROUS, () -> arrivals.problem().isPresent());
      assertThat(arrivals.newest()).isEmpty();
      assertThat(arrivals.problem().orElseThrow()).contains("No message has come to Kafka for 9");
    }
  }

  @Test
  void should_say_so_and_go_on_when_the_topic_comes_later() {
    try (Arrivals arrivals = arrivals("later.message")) {
      Wait.require(
          "the problem",
          GENEROUS,
          () -> arrivals.problem().orElse("").contains("no topic [later.message]"));
      broker.createTopic("later.message", 1);
      await(arrivals);
    }
  }

  @Test
  void should_say_so_when_the_properties_cannot_be_read() {
    CanaryConfig.Kafka kafka = new CanaryConfig.Kafka(Path.of("/no/such/file"), "t");
    try (Arrivals arrivals = Arrivals.of(kafka, InstantSource.system())) {
      Wait.require(
          "the problem",
          GENEROUS,
          () -> arrivals.problem().orElse("").startsWith("Kafka can't be read: "));
    }
  }

  private static Arrivals arrivals(String topic) {
    return Arrivals.of(new CanaryConfig.Kafka(properties, topic), InstantSource.system());
  }

  private static void await(Arrivals arrivals) {
    Wait.require("the consumer", GENEROUS, () -> arrivals.problem().isEmpty());
  }

  /** As Debezium's JSON converter writes a message of the WAL. */
  private static String debezium(String token) {
    String content = Base64.getEncoder().encodeToString(token.getBytes(StandardCharsets.UTF_8));
    return "{\"op\":\"m\",\"message\":{\"prefix\":\"outbox-canary\",\"content\":\"%s\"}}"
        .formatted(content);
  }

  private static void send(String topic, int partition, String value) {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrapServers()),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>(topic, partition, null, value)).get();
    } catch (InterruptedException | ExecutionException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
