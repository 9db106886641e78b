package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.connect.ConnectWorker;
import org.outboxconnect.stack.kafka.KafkaBroker;
import org.outboxconnect.stack.net.TcpProxy;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;

/** A process that dies or a network that is cut. */
enum ServerFault implements Fault {
  WORKER_KILLED("Connect worker killed") {
    @Override
    public String strike(Scenario scenario) {
      ConnectWorker worker = scenario.road().stack().connect().ownerOfTask(CdcRoad.CONNECTOR);
      long pid = worker.pid();
      WorkerLog log = new WorkerLog(scenario.road());
      long starts = log.count(WorkerLog.TASK_STARTED);
      worker.kill();
      assertThat(ProcessHandle.of(pid)).isEmpty();
      scenario.awaitCommits(MEANWHILE);
      worker.start();
      log.await(WorkerLog.TASK_STARTED, starts + 1);
      return "worker %d is gone, %d runs".formatted(pid, worker.pid());
    }
  },

  BROKER_KILLED("Kafka broker killed") {
    @Override
    public String strike(Scenario scenario) {
      KafkaBroker broker = scenario.road().stack().broker();
      long pid = broker.pid();
      broker.kill();
      assertThat(ProcessHandle.of(pid)).isEmpty();
      scenario.awaitCommits(MEANWHILE);
      broker.start();
      return "broker %d is gone, %d runs".formatted(pid, broker.pid());
    }
  },

  POSTGRES_KILLED("PostgreSQL killed") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      PostgresServer postgres = scenario.road().stack().postgres();
      long recoveries = recoveries(postgres);
      long pid = postgres.pid();
      postgres.kill();
      assertThat(ProcessHandle.of(pid)).isEmpty();
      postgres.start();
      assertThat(recoveries(postgres)).isEqualTo(recoveries + 1);
      return "server %d is gone, crash recovery number %d".formatted(pid, recoveries + 1);
    }
  },

  POSTGRES_RESTARTED("PostgreSQL restarted") {
    @Override
    public String strike(Scenario scenario) {
      PostgresServer postgres = scenario.road().stack().postgres();
      long pid = postgres.pid();
      postgres.stop();
      assertThat(ProcessHandle.of(pid)).isEmpty();
      postgres.start();
      return "server %d ended, %d runs".formatted(pid, postgres.pid());
    }
  },

  DATABASE_CUT("Network cut between worker and PostgreSQL") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      int cut = cut(scenario, scenario.road().stack().databaseProxy());
      return "%d connections were reset".formatted(cut);
    }
  },

  DATABASE_LONG_AWAY("PostgreSQL out of reach for longer than one attempt") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      return keepAway(scenario, () -> {});
    }
  },

  DATABASE_AWAY_AT_START("PostgreSQL out of reach when the task starts") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      return keepAway(scenario, () -> scenario.road().rest().restartTask(CdcRoad.CONNECTOR, 0));
    }
  },

  BROKER_CUT("Network cut between worker and Kafka") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      int cut = cut(scenario, scenario.road().stack().brokerProxy());
      return "%d connections were reset".formatted(cut);
    }
  },

  DATABASE_STALLED("Network hangs between worker and PostgreSQL") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      return stall(scenario, scenario.road().stack().databaseProxy());
    }
  },

  BROKER_STALLED("Network hangs between worker and Kafka") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      return stall(scenario, scenario.road().stack().brokerProxy());
    }
  };

  /** Events that are committed while something is down. */
  private static final int MEANWHILE = 200;

  private static final String RESTARTING = "Going to restart connector after";

  private final String title;

  ServerFault(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  private static String keepAway(Scenario scenario, Runnable meanwhile) throws Exception {
    TcpProxy proxy = scenario.road().stack().databaseProxy();
    WorkerLog log = new WorkerLog(scenario.road());
    long before = log.count(RESTARTING);
    proxy.cut();
    try {
      meanwhile.run();
      log.await(RESTARTING, before + 3);
    } finally {
      proxy.restore();
    }
    scenario.awaitArrival();
    return "the connector has tried again %d times".formatted(log.count(RESTARTING) - before);
  }

  private static int cut(Scenario scenario, TcpProxy proxy) {
    // The connector may just be waiting for its next attempt after an earlier fault.
    Wait.require("a connection", CdcRoad.GENEROUS, () -> proxy.connections() > 0);
    int cut = proxy.cut();
    try {
      assertThat(cut).as("connections that were reset").isPositive();
      scenario.awaitCommits(MEANWHILE);
      return cut;
    } finally {
      proxy.restore();
    }
  }

  /** What was on its way has arrived when the records stay the same over more commits. */
  private static String stall(Scenario scenario, TcpProxy proxy) {
    proxy.stall();
    try {
      Wait.require(
          "the flow to end",
          CdcRoad.GENEROUS,
          () -> {
            int before = scenario.arrived();
            scenario.awaitCommits(MEANWHILE);
            return scenario.arrived() == before;
          });
      return "nothing arrived while %d events were committed".formatted(MEANWHILE);
    } finally {
      proxy.restore();
    }
  }

  private static long recoveries(PostgresServer postgres) {
    return WorkerLog.count(postgres.logFile(), "was not properly shut down");
  }
}
