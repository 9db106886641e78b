package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.stack.EmbeddedStackBuilder;
import org.outboxconnect.stack.connect.ConnectCluster;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.kafka.ScramLogin;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.Wait;

/**
 * Workers with the lines of worker-kafka-tls-scram.properties, whose broker takes nothing from them
 * but SASL_SSL with SCRAM-SHA-512.
 */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class KafkaTlsIT {

  private static final String USER = "outbox-worker";
  private static final String PASSWORD = "TheBrokersOwnSecret4711";
  private static final ServerCertificate BROKER = certificate("broker");

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad(KafkaTlsIT::overTls);

  private static EmbeddedStackBuilder overTls(EmbeddedStackBuilder stack) {
    try {
      stack
          .workersLogIn(new ScramLogin(BROKER.storeIn(folder("broker")), USER, PASSWORD))
          .environment("OUTBOX_KAFKA_USER", USER)
          .secret("kafka-password", PASSWORD);
      lines(BROKER).forEach(stack::workerSetting);
      return stack;
    } catch (IOException failure) {
      throw new StackException("Cannot prepare broker and worker", failure);
    }
  }

  @AfterEach
  void removeConnectors() {
    remove(ROAD.stack().connect());
  }

  @Test
  void should_deliver_by_scram_over_tls_alone_and_log_no_password() throws Exception {
    create(ROAD.stack().connect(), connectorWithASlot("plain"));
    ROAD.write(List.of(OutboxEvent.of("Secret", "1", "Happened", "{}")));

    assertThat(awaitEvents("Secret")).isEqualTo(1);
    String log = Files.readString(ROAD.stack().connect().worker(0).logFile());
    assertThat(all(log, "bootstrap\\.servers = (.*)"))
        .containsOnly("[" + ROAD.stack().workersBootstrapServers() + "]");
    assertThat(all(log, "security\\.protocol = (.*)")).containsOnly("SASL_SSL");
    assertThat(all(log, "sasl\\.jaas\\.config = (.*)")).containsOnly("[hidden]");
    assertThat(log).contains("connector-producer-plain-0").doesNotContain(PASSWORD);
  }

  @Test
  void should_deliver_in_transactions_when_the_lines_for_exactly_once_stand_beside_them()
      throws Exception {
    Map<String, String> lines = lines(BROKER);
    lines.putAll(exactlyOnce());
    try (FurtherWorker worker = worker("once", lines, PASSWORD);
        ConnectCluster group = worker.start()) {
      create(group, connectorWithASlot("once").with("exactly.once.support", "required"));
      ROAD.write(List.of(OutboxEvent.of("Once", "1", "Happened", "{}")));

      assertThat(awaitEvents("Once")).isEqualTo(1);
      assertThat(worker.log())
          .contains("transactional.id = once-once-0")
          .doesNotContain("security.protocol = PLAINTEXT", PASSWORD);
      remove(group);
    }
  }

  @Test
  void should_not_start_when_the_password_is_wrong() throws Exception {
    assertRefused(
        worker("guess", lines(BROKER), "TheWrongSecret4711"),
        "invalid credentials with SASL mechanism SCRAM-SHA-512",
        "invalid credentials with SASL mechanism SCRAM-SHA-512");
  }

  @Test
  void should_not_start_when_the_brokers_certificate_is_not_trusted() throws Exception {
    assertRefused(
        worker("other-ca", lines(certificate("other")), PASSWORD),
        "PKIX path validation failed",
        "SSL handshake failed");
  }

  /** The topic is made, because that takes the lines without prefix; but no event reaches it. */
  @Test
  void should_relay_nothing_when_the_lines_of_the_producer_are_missing() throws Exception {
    ConnectorFile connector = connectorWithASlot("mute");
    try (FurtherWorker worker = worker("mute", without("producer.", lines(BROKER)), PASSWORD);
        ConnectCluster group = worker.start()) {
      create(group, connector);
      ROAD.write(List.of(OutboxEvent.of("Mute", "1", "Happened", "{}")));

      Pattern disconnected =
          Pattern.compile("Producer clientId=connector-producer-mute-0].*disconnected");
      awaitTopic("Mute.events");
      Wait.require(
          "the producer to fail three times",
          CdcRoad.GENEROUS,
          () -> disconnected.matcher(worker.log()).results().count() >= 3);
      assertThat(group.rest().status("mute").running()).isTrue(); // nobody is told
      try (TopicReader reader = ROAD.reader("Mute.events")) {
        assertThat(reader.end()).isZero();
      }
      remove(group);
    }

    create(ROAD.stack().connect(), connector); // with all lines
    assertThat(awaitEvents("Mute")).isEqualTo(1);
  }

  @Test
  void should_fail_an_exactly_once_connector_when_the_lines_of_the_consumer_are_missing()
      throws Exception {
    Map<String, String> lines = without("consumer.", lines(BROKER));
    lines.putAll(exactlyOnce());
    lines.put("consumer.default.api.timeout.ms", "5000"); // in place of a minute
    try (FurtherWorker worker = worker("deaf", lines, PASSWORD);
        ConnectCluster group = worker.start()) {
      group
          .rest()
          .create(
              connectorWithASlot("deaf")
                  .with("exactly.once.support", "required")
                  .secretsFolder(group.secretsFolder()));

      Wait.require(
          "the task to fail", CdcRoad.GENEROUS, () -> group.rest().status("deaf").failed());
      assertThat(group.rest().status("deaf").traces()).contains("TimeoutException");
      remove(group);
    }
  }

  private static void assertRefused(
      FurtherWorker worker, String saidByTheWorker, String saidByTheBroker) throws Exception {
    Path brokerLog = ROAD.stack().broker().logFile();
    long before = count(brokerLog, saidByTheBroker);
    try (worker) {
      assertThatThrownBy(worker::start)
          .isInstanceOf(StackException.class)
          .hasMessageContaining("dead, exit code");
      assertThat(worker.log())
          .contains("Failed to connect to and describe Kafka cluster", saidByTheWorker)
          .doesNotContain(PASSWORD, "TheWrongSecret4711");
    }
    assertThat(count(brokerLog, saidByTheBroker)).isGreaterThan(before);
  }

  private static long count(Path log, String text) throws IOException {
    return Files.readString(log).lines().filter(line -> line.contains(text)).count();
  }

  private static FurtherWorker worker(String group, Map<String, String> lines, String password) {
    return new FurtherWorker(ROAD, group, lines)
        .environment("OUTBOX_KAFKA_USER", USER)
        .secret("kafka-password", password);
  }

  private static ConnectorFile connectorWithASlot(String name) throws Exception {
    ROAD.run("SELECT pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(name));
    return ConnectorFile.read(CdcRoad.root().resolve("connector-configs/outbox-cdc.json"))
        .named(name)
        .with("topic.prefix", name)
        .with("slot.name", name);
  }

  private static void create(ConnectCluster group, ConnectorFile connector) {
    group.rest().create(connector.secretsFolder(group.secretsFolder()));
    group.rest().awaitRunning(connector.name());
  }

  private static void remove(ConnectCluster group) {
    group.rest().get("/connectors").forEach(name -> group.rest().delete(name.asText()));
    Wait.require(
        "the end of their walsenders",
        CdcRoad.GENEROUS,
        () -> ROAD.texts("SELECT 1 FROM pg_replication_slots WHERE active").isEmpty());
  }

  private static int awaitEvents(String aggregateType) {
    try (TopicReader reader = ROAD.reader(aggregateType + ".events")) {
      return reader.await(1).size();
    }
  }

  private static void awaitTopic(String topic) {
    try (Admin admin =
        Admin.create(
            Map.of("bootstrap.servers", (Object) ROAD.stack().broker().bootstrapServers()))) {
      Wait.require(
          "topic " + topic,
          CdcRoad.GENEROUS,
          () -> admin.listTopics().names().get().contains(topic));
    }
  }

  private static List<String> all(String log, String expression) {
    return Pattern.compile(expression).matcher(log).results().map(line -> line.group(1)).toList();
  }

  /** The packaged lines, with the certificate in place of its path. */
  private static Map<String, String> lines(ServerCertificate trusted) throws IOException {
    Path authority =
        Files.writeString(
            Files.createTempFile(folder("trusted"), "ca", ".pem"), trusted.certificate());
    Map<String, String> lines = properties("worker-kafka-tls-scram.properties");
    assertThat(lines.values()).contains("/etc/outbox/tls/kafka-ca.pem");
    lines.replaceAll(
        (key, value) ->
            value.replace("/etc/outbox/tls/kafka-ca.pem", authority.toAbsolutePath().toString()));
    return lines;
  }

  private static Map<String, String> exactlyOnce() throws IOException {
    return properties("worker-exactly-once.properties");
  }

  private static Map<String, String> without(String prefix, Map<String, String> lines) {
    Predicate<String> missing = key -> key.startsWith(prefix);
    assertThat(lines.keySet()).anyMatch(missing);
    lines.keySet().removeIf(missing);
    return lines;
  }

  private static Map<String, String> properties(String file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader =
        Files.newBufferedReader(CdcRoad.root().resolve("connector-configs/" + file))) {
      properties.load(reader);
    }
    Map<String, String> lines = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> lines.put(key, properties.getProperty(key)));
    return lines;
  }

  private static ServerCertificate certificate(String name) {
    try {
      return ServerCertificate.of("ip:127.0.0.1", Files.createTempDirectory(folder(name), "store"));
    } catch (Exception failure) {
      throw new StackException("Cannot make a certificate", failure);
    }
  }

  /** Not a temporary one of JUnit: the servers want the files before the first test. */
  private static Path folder(String name) throws IOException {
    return Files.createDirectories(Path.of("target", "kafka-tls", name));
  }
}
