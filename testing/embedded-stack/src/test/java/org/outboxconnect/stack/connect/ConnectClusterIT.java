package org.outboxconnect.stack.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.stack.kafka.KafkaBroker;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(600)
class ConnectClusterIT {

  private static final Path WORKER_FILE =
      Path.of(System.getProperty("outbox.root"), "connector-configs", "worker.properties");

  private static final ConnectorFile TICKER =
      ConnectorFile.parse(
          """
          {"name": "ticker", "config": {
            "connector.class": "org.outboxconnect.stack.connect.TickingSource",
            "tasks.max": "1",
            "topic": "${env:OUTBOX_TOPIC}",
            "text": "${dir:/etc/outbox/secrets:text}",
            "topic.creation.default.replication.factor": "-1",
            "topic.creation.default.partitions": "1"}}
          """);

  private static WorkFolder brokerFolder;
  private static KafkaBroker broker;

  private final WorkFolder folder = WorkFolder.create();

  @TempDir Path archives;

  @AfterEach
  void closeFolder() {
    folder.close();
  }

  @BeforeAll
  static void startBroker() {
    brokerFolder = WorkFolder.create();
    broker = KafkaBroker.start(brokerFolder);
  }

  @AfterAll
  static void closeBroker() {
    broker.close();
    brokerFolder.close();
  }

  @Test
  void should_run_a_connector_from_the_archive_with_secrets_and_environment() throws Exception {
    runsConnectorWithPlugins("4.4", TestArchive.tarGz(archives));
  }

  @Test
  void should_say_why_when_a_connector_is_refused_or_fails() throws Exception {
    try (ConnectCluster cluster =
        cluster("refused")
            .pluginArchive(TestArchive.zip(archives))
            .start(folder, broker.bootstrapServers())) {
      ConnectRest rest = cluster.rest();
      ConnectorFile ticker = TICKER.secretsFolder(cluster.secretsFolder());

      assertThatThrownBy(() -> rest.create(ticker.without("text")))
          .isInstanceOfSatisfying(
              ConnectRestException.class, e -> assertThat(e.statusCode()).isEqualTo(400))
          .hasMessageContaining("\"text\"");
      assertThat(rest.validate(ticker.without("text")).path("error_count").asInt()).isEqualTo(1);
      assertThat(rest.validate(ticker).path("error_count").asInt()).isZero();

      rest.create(ticker.with("fail", "planted reason"));
      assertThatThrownBy(() -> rest.awaitRunning("ticker"))
          .isInstanceOf(StackException.class)
          .hasMessageContainingAll("[ticker]", "FAILED", "planted reason");
      rest.put(ticker);
      rest.restart("ticker");
      Wait.require("restart", Duration.ofMinutes(1), () -> rest.status("ticker").running());
      assertThatThrownBy(() -> rest.deleteOffsets("ticker"))
          .isInstanceOf(ConnectRestException.class)
          .hasMessageContaining("STOPPED");
      rest.stop("ticker");
      Wait.require(
          "stop",
          Duration.ofMinutes(1),
          () ->
              rest.status("ticker").state().equals("STOPPED")
                  && rest.status("ticker").tasks().isEmpty());
      rest.deleteOffsets("ticker");
      assertThat(rest.offsets("ticker").path("offsets")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.1", "4.2", "4.3"})
  @Tag("ci")
  void should_run_a_connector_when_the_worker_is_older(String version) throws Exception {
    runsConnectorWithPlugins(version, TestArchive.zip(archives));
  }

  private void runsConnectorWithPlugins(String version, Path archive) throws Exception {
    String topic = "ticks-" + version;
    try (ConnectCluster cluster =
        cluster(topic)
            .connectVersion(version)
            .pluginArchive(archive)
            .workerProperties(WORKER_FILE)
            .start(folder, broker.bootstrapServers())) {
      cluster.rest().create(TICKER.secretsFolder(cluster.secretsFolder()));
      cluster.rest().awaitRunning("ticker");

      assertThat(values(topic, 1)).first().asString().contains("tick tock");
      assertThat(cluster.rest().get("/").path("version").asText()).startsWith(version);
      assertThat(cluster.rest().plugins().toString()).contains("TickingSource", "7.8.9");
      assertThat(cluster.rest().config("ticker").path("text").asText()).startsWith("${dir:");
      assertThat(cluster.leader()).isSameAs(cluster.worker(0));
      assertThat(cluster.worker(0).logFile())
          .content()
          .contains("scheduled.rebalance.max.delay.ms = 15000")
          .contains("INFO");
      assertSecretIsPrivate(cluster.secretsFolder().resolve("text"));
      cluster.rest().delete("ticker");
    }
  }

  @Test
  void should_move_the_task_when_its_worker_is_killed_and_take_the_worker_back() throws Exception {
    try (ConnectCluster cluster =
        cluster("moving-ticks")
            .pluginArchive(TestArchive.zip(archives))
            .workers(2)
            .start(folder, broker.bootstrapServers())) {
      cluster.rest().create(TICKER.secretsFolder(cluster.secretsFolder()));
      cluster.rest().awaitRunning("ticker");
      ConnectWorker killed = cluster.ownerOfTask("ticker");
      ConnectWorker other =
          cluster.workers().stream().filter(w -> w != killed).findFirst().orElseThrow();
      long pid = killed.pid();

      killed.kill();

      assertThat(killed.alive()).isFalse();
      Wait.require(
          "take-over",
          Duration.ofMinutes(2),
          () ->
              cluster.ownerOfTask("ticker") == other && cluster.rest().status("ticker").running());
      assertThat(cluster.leader()).isSameAs(other);

      killed.start();
      assertThat(killed.pid()).isNotEqualTo(pid);
      ConnectWorker third = cluster.addWorker();
      assertThat(cluster.workers()).containsExactly(cluster.worker(0), cluster.worker(1), third);
      assertThat(third.alive()).isTrue();
    }
  }

  @Test
  void should_refuse_before_anything_starts_when_port_or_archive_is_not_there() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ConnectCluster.Builder portTaken = cluster("t").restPort(taken.getLocalPort());
      assertThatThrownBy(() -> portTaken.start(folder, broker.bootstrapServers()))
          .isInstanceOf(StackException.class)
          .hasMessageContainingAll(
              "Cannot start [worker-1]", "[%d]".formatted(taken.getLocalPort()), "is taken");
    }
    ConnectCluster.Builder archiveMissing =
        cluster("t").pluginArchive(archives.resolve("outbox-connect.zip"));
    assertThatThrownBy(() -> archiveMissing.start(folder, broker.bootstrapServers()))
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll("outbox-connect.zip", "mvn package -pl connect-plugin -am");
    ConnectCluster.Builder versionMissing = cluster("t").connectVersion("3.9");
    assertThatThrownBy(() -> versionMissing.start(folder, broker.bootstrapServers()))
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll("[connect-3.9]", "connect-4.1", "connect-4.4");
    assertThat(folder.log("worker-1")).doesNotExist();
  }

  @Test
  void should_show_the_end_of_the_log_when_a_worker_cannot_run() {
    ConnectCluster.Builder wrong = cluster("t").workerSetting("offset.flush.interval.ms", "soon");

    assertThatThrownBy(() -> wrong.start(folder, broker.bootstrapServers()))
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll("worker-1", "dead", "offset.flush.interval.ms");
  }

  private static ConnectCluster.Builder cluster(String topic) {
    return ConnectCluster.builder()
        .workerSetting("group.id", "group-of-" + topic)
        .workerSetting("config.storage.topic", "configs-of-" + topic)
        .workerSetting("status.storage.topic", "status-of-" + topic)
        .environment("OUTBOX_TOPIC", topic)
        .secret("text", "tick tock");
  }

  private static void assertSecretIsPrivate(Path file) throws IOException {
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(Files.getPosixFilePermissions(file.getParent()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  private static List<String> values(String topic, int atLeast) {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "group.id",
            "reader-of-" + topic,
            "auto.offset.reset",
            "earliest");
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(Set.of(topic));
      Wait.require(
          "records of " + topic,
          Duration.ofMinutes(1),
          () -> {
            consumer.poll(Duration.ofSeconds(1)).forEach(record -> values.add(record.value()));
            return values.size() >= atLeast;
          });
    }
    return values;
  }
}
