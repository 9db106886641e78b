package org.outboxconnect.monitor.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.config.ConnectClusterConfig;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.config.ServerConfig;
import org.outboxconnect.monitor.config.SlotSelection;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.run.Monitor;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.ConnectSample.Task;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.status.ConnectorStatus;
import org.outboxconnect.monitor.thread.SmallThreads;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.monitor.watch.ServerAccess;
import org.outboxconnect.stack.connect.ConnectCluster;
import org.outboxconnect.stack.connect.ConnectWorker;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.kafka.KafkaBroker;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/** Real distributed workers of Connect 4.4, asked about a connector whose task fails on request. */
@Tag("ci")
@Timeout(600)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConnectIT {

  private static final Duration GENEROUS = Duration.ofSeconds(90);
  private static final WorkFolder WORK = WorkFolder.create();
  private static final Path SWITCH = WORK.path().resolve("fail");
  private static final ConnectorFile CONNECTOR =
      ConnectorFile.parse(
              """
              {"name": "outbox", "config": {
                "connector.class": "org.outboxconnect.monitor.connect.SwitchedSource",
                "tasks.max": "1",
                "topic.prefix": "outbox", "slot.name": "outbox", "database.password": "geheim",
                "topic.creation.default.replication.factor": "-1",
                "topic.creation.default.partitions": "1"}}
              """)
          .with("fails.while", SWITCH.toString());
  private static KafkaBroker broker;
  private static ConnectCluster cluster;

  private final ExecutorService threads =
      Executors.newFixedThreadPool(2, new SmallThreads("test-http"));

  @BeforeAll
  static void start() throws Exception {
    broker = KafkaBroker.start(WORK);
    cluster =
        ConnectCluster.builder()
            .workers(2)
            .workerSetting("offset.flush.interval.ms", "500")
            .pluginFolder(SwitchedPlugin.in(WORK.folder("more-plugins")))
            .start(WORK, broker.bootstrapServers());
  }

  @AfterAll
  static void close() {
    cluster.close();
    broker.close();
    WORK.close();
  }

  @BeforeEach
  void create() {
    cluster.workers().stream().filter(worker -> !worker.alive()).forEach(ConnectWorker::start);
    cluster.rest().put(CONNECTOR);
    cluster.rest().awaitRunning("outbox");
  }

  @AfterEach
  void delete() throws Exception {
    Files.deleteIfExists(SWITCH);
    cluster.rest().delete("outbox");
    threads.shutdownNow();
  }

  private ConnectorProbe probe() {
    List<URI> urls =
        cluster.workers().stream().map(ConnectWorker::restUrl).map(URI::create).toList();
    return new ConnectorProbe(new RestClient(ConnectClusters.http(threads), urls, null));
  }

  private static ConnectSample read(ConnectorProbe probe) {
    Reading<ConnectSample> reading = probe.read("outbox");
    return reading.value().orElseThrow(() -> new AssertionError("No sample: " + reading));
  }

  private static void await(String what, Callable<Boolean> holds) {
    Wait.require(what, GENEROUS, holds);
  }

  @Test
  void should_read_states_and_the_position_that_connect_keeps() {
    ConnectorProbe probe = probe();
    await("the offset", () -> new Lsn(SwitchedSource.POSITION).equals(read(probe).committed()));
    ConnectSample sample = read(probe);
    assertThat(sample.isSaidToRun()).isTrue();
    assertThat(sample.tasks())
        .singleElement()
        .returns(cluster.ownerOfTask("outbox").id(), Task::worker);
    assertThat(sample.rivals()).isEmpty();
  }

  @Test
  void should_keep_no_position_when_the_driver_confirms_by_itself() {
    ConnectorProbe probe = probe();
    await("the offset", () -> read(probe).committed() != null);
    cluster.rest().put(CONNECTOR.with("lsn.flush.mode", "connector_and_driver"));
    await("the new mode", () -> read(probe).committed() == null);
    assertThat(cluster.rest().offsets("outbox").toString()).contains("lsn_commit");
  }

  @Test
  void should_name_another_connector_of_the_same_slot() {
    cluster.rest().put(CONNECTOR.named("copy"));
    cluster.rest().put(CONNECTOR.named("orders").with("slot.name", "orders"));
    try {
      cluster.rest().awaitRunning("copy");
      assertThat(read(probe()).rivals()).containsExactly("copy");
      cluster.rest().stop("copy");
      await("its stop", () -> cluster.rest().status("copy").state().equals("STOPPED"));
      await("the listing", () -> read(probe()).rivals().isEmpty());
    } finally {
      cluster.rest().delete("copy");
      cluster.rest().delete("orders");
    }
  }

  @Test
  void should_say_that_there_is_no_connector_of_this_name() {
    assertThat(probe().read("nobody").toString()).contains("FAILED", "HTTP 404");
  }

  @Test
  void should_not_trust_a_worker_that_left_the_group_although_connect_does() {
    ConnectorProbe probe = probe();
    assertThat(read(probe).tasks()).extracting(Task::state).containsExactly("RUNNING");
    ConnectWorker owner = cluster.ownerOfTask("outbox");

    owner.kill();

    assertThat(read(probe).tasks()).containsExactly(new Task(0, ConnectSample.UNKNOWN, owner.id()));
    // What the naive way sees: the group has not missed its worker yet.
    assertThat(cluster.rest().status("outbox").tasks().get(0).state()).isEqualTo("RUNNING");
    await(
        "the other worker to take over",
        () ->
            read(probe)
                    .tasks()
                    .equals(List.of(new Task(0, "RUNNING", cluster.ownerOfTask("outbox").id())))
                && cluster.ownerOfTask("outbox") != owner);
  }

  @Test
  void should_restart_a_failed_task_but_not_while_its_slot_is_gone() throws Exception {
    try (WorkFolder work = WorkFolder.create();
        PostgresServer server = PostgresServer.builder().start(work)) {
      Sql.run(server, "SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
      try (Monitor monitor = Monitor.start(config(server), InstantSource.system())) {
        await("the connector", () -> task(monitor).equals("RUNNING"));

        Files.writeString(SWITCH, "");
        await("the failure", () -> slot(monitor).judgement(Verdict.TASK_FAILED).isPresent());
        assertThat(connector(monitor).sample().toString()).doesNotContain("secret");
        await("a restart that fails again", () -> connector(monitor).restarts() > 0);
        Files.delete(SWITCH);
        await("a restart that helps", () -> task(monitor).equals("RUNNING"));

        Sql.run(server, "SELECT pg_drop_replication_slot('outbox')");
        await("the loss", () -> slot(monitor).judgement().verdict() == Verdict.SLOT_MISSING);
        long restarts = connector(monitor).restarts();
        Files.writeString(SWITCH, "");
        await("another failure", () -> task(monitor).equals("FAILED"));
        Files.delete(SWITCH);
        long polls = monitor.board().get().servers().get(0).polls();
        await(
            "twenty more polls", () -> monitor.board().get().servers().get(0).polls() > polls + 20);
        assertThat(connector(monitor).restarts()).isEqualTo(restarts);
        assertThat(task(monitor)).isEqualTo("FAILED");
      }
    }
  }

  private static ConnectorStatus connector(Monitor monitor) {
    return monitor.board().get().connectors().get(0);
  }

  private static String task(Monitor monitor) {
    return connector(monitor).sample().value().orElseThrow().tasks().get(0).state();
  }

  private static SlotAssessment slot(Monitor monitor) {
    return monitor.board().get().slots().get(0).assessment();
  }

  private static MonitorConfig config(PostgresServer server) {
    ServerConfig database =
        new ServerConfig(
            "db",
            new ServerAccess(server.jdbcUrl(), server.user(), server::password),
            new SlotSelection(List.of("*"), List.of(), Set.of("outbox")),
            List.of(),
            Limits.UNKNOWN,
            Duration.ofMinutes(1),
            null);
    ConnectClusterConfig connect =
        new ConnectClusterConfig(
            "connect",
            cluster.workers().stream().map(ConnectWorker::restUrl).map(URI::create).toList(),
            null,
            List.of(new ConnectClusterConfig.Connector("outbox", "db", "outbox")),
            new ConnectClusterConfig.Restart(1_000, Duration.ofMillis(100), Duration.ofSeconds(2)));
    return new MonitorConfig(
        new MonitorConfig.Listen("127.0.0.1", 0),
        Duration.ofMillis(500),
        null,
        Thresholds.DEFAULTS,
        List.of(database),
        List.of(connect),
        List.of());
  }
}
