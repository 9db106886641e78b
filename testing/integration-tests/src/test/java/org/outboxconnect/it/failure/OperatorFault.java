package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.it.cdc.CdcRoad.CONNECTOR;
import static org.outboxconnect.it.failure.WorkerLog.TASK_STARTED;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.connect.ConnectRest;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.process.Wait;

/** Something that an operator does, on purpose or by mistake. */
enum OperatorFault implements Fault {
  PAUSED("Connector paused and resumed") {
    @Override
    public String strike(Scenario scenario) {
      ConnectRest rest = scenario.road().rest();
      rest.pause(CONNECTOR);
      awaitState(scenario, "PAUSED");
      scenario.awaitCommits(MEANWHILE);
      rest.resume(CONNECTOR);
      awaitState(scenario, "RUNNING");
      return "it was PAUSED";
    }
  },

  STOPPED("Connector stopped and resumed") {
    @Override
    public String strike(Scenario scenario) {
      scenario.road().stopConnector();
      scenario.awaitCommits(MEANWHILE);
      scenario.road().rest().resume(CONNECTOR);
      awaitState(scenario, "RUNNING");
      return "it was STOPPED, without a task";
    }
  },

  RECONFIGURED("Configuration of the connector changed") {
    @Override
    public String strike(Scenario scenario) {
      ConnectRest rest = scenario.road().rest();
      ConnectorFile before = ConnectorFile.of(CONNECTOR, rest.config(CONNECTOR));
      WorkerLog log = new WorkerLog(scenario.road());
      long starts = log.count(TASK_STARTED);
      // The same configuration again would change nothing, and start nothing.
      rest.put(before.with("poll.interval.ms", before.value("poll.interval.ms") + "0"));
      log.await(TASK_STARTED, starts + 1);
      scenario.awaitCommits(MEANWHILE);
      rest.put(before);
      log.await(TASK_STARTED, starts + 2);
      return "the task was started anew for each of two configurations";
    }
  },

  TASK_RESTARTED("Task restarted 50 times") {
    @Override
    public String strike(Scenario scenario) {
      WorkerLog log = new WorkerLog(scenario.road());
      long starts = log.count(TASK_STARTED);
      for (int restart = 1; restart <= RESTARTS; restart++) {
        scenario.road().rest().restartTask(CONNECTOR, 0);
        log.await(TASK_STARTED, starts + restart);
      }
      return "the worker has started the task %d times".formatted(log.count(TASK_STARTED) - starts);
    }
  },

  RIGHTS_REVOKED("Connector's role without REPLICATION") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      CdcRoad road = scenario.road();
      WorkerLog log = new WorkerLog(road);
      long refused = log.count(NO_REPLICATION);
      road.run("ALTER ROLE %s NOREPLICATION".formatted(CdcRoad.RELAY), DROP_CONNECTION);
      log.await(NO_REPLICATION, refused + 1);
      scenario.awaitCommits(MEANWHILE);
      String state = road.rest().status(CONNECTOR).tasks().get(0).state();
      road.run("ALTER ROLE %s REPLICATION".formatted(CdcRoad.RELAY));
      scenario.awaitArrival();
      return "\"%s\" while the task was %s".formatted(NO_REPLICATION, state);
    }
  },

  PASSWORD_CHANGED("Password of the connector's role changed") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      CdcRoad road = scenario.road();
      String password = UUID.randomUUID().toString();
      road.run("ALTER ROLE %s PASSWORD '%s'".formatted(CdcRoad.RELAY, password));
      scenario.awaitArrival(); // the open connection goes on
      road.run(DROP_CONNECTION);
      Wait.require(
          "the task to fail", CdcRoad.GENEROUS, () -> road.rest().status(CONNECTOR).failed());
      String trace = road.rest().status(CONNECTOR).traces();
      assertThat(trace).contains("password authentication failed").doesNotContain(password);

      Files.writeString(secret(road), password);
      road.rest().restart(CONNECTOR);
      awaitState(scenario, "RUNNING");
      return "the task failed with \"password authentication failed\"";
    }
  };

  private static final String DROP_CONNECTION =
      "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active";
  private static final String NO_REPLICATION = "permission denied to start WAL sender";
  private static final int MEANWHILE = 200;
  private static final int RESTARTS = 50;

  private final String title;

  OperatorFault(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  private static Path secret(CdcRoad road) {
    return road.stack().secretsFolder().resolve("db-password");
  }

  private static void awaitState(Scenario scenario, String state) {
    Wait.require(
        "state " + state,
        CdcRoad.GENEROUS,
        () -> {
          var status = scenario.road().rest().status(CONNECTOR);
          return status.state().equals(state)
              && status.tasks().stream().allMatch(task -> task.state().equals(state))
              && !status.tasks().isEmpty();
        });
  }
}
