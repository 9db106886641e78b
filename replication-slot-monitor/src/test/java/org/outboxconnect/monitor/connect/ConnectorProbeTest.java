package org.outboxconnect.monitor.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.config.ConnectClusterConfig.Restart;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.ConnectSample.Task;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.thread.SmallThreads;

/** What a real worker can't be made to say; the rest is in {@link ConnectIT}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConnectorProbeTest {

  private static final String STATUS =
      """
      {"name":"outbox","connector":{"state":"RUNNING","worker_id":"%s"},
       "tasks":[{"id":0,"state":"%s","worker_id":"%s"}]}
      """;
  private static final String OFFSETS =
      """
      {"offsets":[{"partition":{"server":"outbox"},"offset":{"lsn_commit":42}}]}
      """;

  private final ExecutorService threads =
      Executors.newFixedThreadPool(2, new SmallThreads("test-http"));
  private OddWorker worker;
  private OddWorker gone;

  @BeforeEach
  void start() throws IOException {
    worker = new OddWorker();
    gone = new OddWorker();
    worker.answer("/connectors/outbox/config", 200, "{\"topic.prefix\":\"outbox\"}");
    worker.answer("/connectors/outbox/offsets", 200, OFFSETS);
    worker.answer("/health", 200, "{}");
    gone.answer("/health", 200, "{}");
  }

  @AfterEach
  void close() {
    worker.close();
    gone.close();
    threads.shutdownNow();
  }

  private RestClient rest() {
    return new RestClient(ConnectClusters.http(threads), List.of(worker.url()), null);
  }

  private void status(String task, String on) {
    worker.answer("/connectors/outbox/status", 200, STATUS.formatted(worker.id(), task, on));
  }

  @Test
  void should_not_believe_in_a_running_task_whose_worker_went_silent() {
    status("RUNNING", gone.id());
    ConnectorProbe probe = new ConnectorProbe(rest());
    assertThat(task(probe)).isEqualTo(new Task(0, "RUNNING", gone.id()));
    gone.close();
    assertThat(task(probe)).isEqualTo(new Task(0, "UNKNOWN", gone.id()));
  }

  @Test
  void should_believe_a_worker_that_never_could_be_reached_from_here() {
    status("RUNNING", gone.id());
    gone.close();
    assertThat(task(new ConnectorProbe(rest()))).isEqualTo(new Task(0, "RUNNING", gone.id()));
  }

  @Test
  void should_read_offsets_last_and_leave_them_out_when_the_flush_mode_is_unknown() {
    status("RUNNING", worker.id());
    ConnectorProbe probe = new ConnectorProbe(rest());
    assertThat(sample(probe).committed()).isEqualTo(new Lsn(42));
    assertThat(worker.requests().subList(0, 3))
        .containsExactly(
            "GET /connectors/outbox/config",
            "GET /connectors/outbox/status",
            "GET /connectors/outbox/offsets");
    worker.answer("/connectors/outbox/config", 403, "{}");
    assertThat(sample(probe).committed()).isNull();
  }

  @Test
  void should_say_so_when_the_answer_is_no_json_and_not_repeat_it() {
    worker.answer("/connectors/outbox/status", 200, "<html>secret</html>");
    Reading<ConnectSample> reading = new ConnectorProbe(rest()).read("outbox");
    assertThat(reading.toString()).contains("FAILED", "[Hint:").doesNotContain("secret");
  }

  @Test
  void should_ask_for_the_whole_listing_once_only_within_a_minute() {
    status("RUNNING", worker.id());
    ConnectorProbe probe = new ConnectorProbe(rest());
    sample(probe);
    sample(probe);
    assertThat(worker.requests()).filteredOn("GET /connectors"::equals).hasSize(1);
  }

  @Test
  void should_find_other_connectors_of_the_same_slot_that_are_not_stopped() {
    status("RUNNING", worker.id());
    String config = "{\"topic.prefix\":\"outbox\",\"slot.name\":\"outbox\"}";
    worker.answer("/connectors/outbox/config", 200, config);
    worker.answer(
        "/connectors",
        200,
        """
        {"outbox":{"info":{"name":"outbox","config":%1$s},"status":{"connector":{"state":"RUNNING"}}},
         "copy":{"info":{"config":%1$s,"tasks":[]},"status":{"connector":{"state":"RUNNING"}}},
         "old":{"info":{"config":%1$s},"status":{"connector":{"state":"STOPPED"},"tasks":[]}},
         "orders":{"info":{"config":{"slot.name":"orders"}},"status":{"connector":{"state":"RUNNING"}}}}
        """
            .formatted(config));
    assertThat(sample(new ConnectorProbe(rest())).rivals()).containsExactly("copy");
  }

  @Test
  void should_encode_the_name_of_a_connector() {
    assertThat(ConnectorProbe.path("a/b c?d")).isEqualTo("/connectors/a%2Fb%20c%3Fd");
  }

  @Test
  void should_restart_a_failed_task_but_not_when_its_slot_would_skip_events() {
    worker.answer("/connectors/outbox/tasks/0/restart", 204, "");
    TaskRestarter restarter =
        new TaskRestarter(new Restart(3, Duration.ofMinutes(1), Duration.ofHours(1)), rest());
    ConnectSample failed =
        new ConnectSample("outbox", "RUNNING", List.of(new Task(0, "FAILED", "w")), null);
    Instant begin = Instant.EPOCH;
    for (int minute = 0; minute < 600; minute++) {
      restarter.consider(
          failed, Optional.of("slot [outbox] is lost"), begin.plusSeconds(minute * 60L));
    }
    assertThat(worker.requests()).isEmpty();

    Instant later = begin.plusSeconds(36_000);
    restarter.consider(failed, Optional.empty(), later);
    assertThat(worker.requests()).isEmpty(); // the failure counts from here
    restarter.consider(failed, Optional.empty(), later.plusSeconds(60));
    assertThat(worker.requests()).containsExactly("POST /connectors/outbox/tasks/0/restart");
    assertThat(restarter.restarts("outbox")).isEqualTo(1);
  }

  @Test
  void should_not_count_a_restart_that_connect_refuses_and_try_again() {
    worker.answer("/connectors/outbox/tasks/0/restart", 409, "{}");
    TaskRestarter restarter =
        new TaskRestarter(new Restart(3, Duration.ZERO, Duration.ofHours(1)), rest());
    ConnectSample failed =
        new ConnectSample("outbox", "RUNNING", List.of(new Task(0, "FAILED", "w")), null);
    restarter.consider(failed, Optional.empty(), Instant.EPOCH);
    assertThat(restarter.restarts("outbox")).isZero();
    worker.answer("/connectors/outbox/tasks/0/restart", 204, "");
    restarter.consider(failed, Optional.empty(), Instant.EPOCH.plusSeconds(15));
    assertThat(restarter.restarts("outbox")).isEqualTo(1);
  }

  private static ConnectSample sample(ConnectorProbe probe) {
    return probe.read("outbox").value().orElseThrow();
  }

  private static Task task(ConnectorProbe probe) {
    return sample(probe).tasks().get(0);
  }
}
