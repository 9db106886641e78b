package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.it.cdc.CdcRoad.CONNECTOR;

import java.time.Duration;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.connect.ConnectCluster;
import org.outboxconnect.stack.connect.ConnectWorker;
import org.outboxconnect.stack.process.Wait;

/**
 * One of two workers dies or comes; each fault first makes the group that it needs, so they may
 * strike in any order. Who is killed stays away. How long a take-over lasts is told, and judged by
 * {@code RebalanceIT}, where nothing else keeps the machine busy.
 */
enum ClusterFault implements Fault {
  OWNER_KILLED("Worker killed that has the task, another one leads the group") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      WorkerGroup group = new WorkerGroup(scenario.road());
      group.apart();
      awaitFlow(scenario);
      ConnectCluster connect = scenario.road().stack().connect();
      ConnectWorker owner = connect.ownerOfTask(CONNECTOR);
      ConnectWorker leader = connect.leader();
      assertThat(owner).isNotSameAs(leader);
      String proof = killAndAwaitTakeOver(scenario, owner);
      assertThat(connect.ownerOfTask(CONNECTOR)).isSameAs(leader);
      group.endIdleConnector();
      return proof + ", which led the group all the time";
    }
  },

  LEADER_KILLED("Worker killed that leads the group, another one has the task") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      WorkerGroup group = new WorkerGroup(scenario.road());
      group.apart();
      awaitFlow(scenario);
      ConnectCluster connect = scenario.road().stack().connect();
      ConnectWorker owner = connect.ownerOfTask(CONNECTOR);
      ConnectWorker leader = connect.leader();
      assertThat(leader).isNotSameAs(owner);
      kill(leader);
      assertThat(connect.leader()).isSameAs(owner);
      scenario.awaitArrival();
      assertThat(connect.ownerOfTask(CONNECTOR)).isSameAs(owner);
      group.endIdleConnector();
      return "worker %d led the group and is gone; worker %d leads it, which had the task and has it"
          .formatted(leader.pid(), owner.pid());
    }
  },

  LEADING_OWNER_KILLED("Worker killed that leads the group and has the task") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      new WorkerGroup(scenario.road()).ownerLeads();
      awaitFlow(scenario);
      ConnectCluster connect = scenario.road().stack().connect();
      ConnectWorker owner = connect.ownerOfTask(CONNECTOR);
      assertThat(connect.leader()).isSameAs(owner);
      String proof = killAndAwaitTakeOver(scenario, owner);
      assertThat(connect.leader()).isSameAs(connect.ownerOfTask(CONNECTOR));
      return proof + " and leads the group in its place";
    }
  },

  WORKER_JOINED("Second worker joins") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      WorkerGroup group = new WorkerGroup(scenario.road());
      ConnectWorker first = group.alone();
      assertThat(group.alive()).containsExactly(first);
      ConnectWorker joined = group.join();
      assertThat(group.alive()).containsExactlyInAnyOrder(first, joined);
      scenario.awaitArrival();
      return "worker %d has joined worker %d".formatted(joined.pid(), first.pid());
    }
  };

  /** Events that are committed and sent before one of two workers dies. */
  private static final int MEANWHILE = 500;

  private final String title;

  ClusterFault(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  /** The task has caught up and goes on: one that is just starting is a case of its own. */
  private static void awaitFlow(Scenario scenario) throws Exception {
    scenario.awaitArrival();
    scenario.awaitCommits(MEANWHILE);
  }

  private static String killAndAwaitTakeOver(Scenario scenario, ConnectWorker owner)
      throws Exception {
    CdcRoad road = scenario.road();
    kill(owner);
    long killed = System.nanoTime();
    Wait.require(
        "another worker to run the task",
        CdcRoad.GENEROUS,
        () ->
            road.rest().status(CONNECTOR).running()
                && road.stack().connect().ownerOfTask(CONNECTOR) != owner);
    Duration takeOver = Duration.ofNanos(System.nanoTime() - killed);
    scenario.awaitArrival();
    return "worker %d had the task and is gone; after %d ms worker %d had it"
        .formatted(
            owner.pid(), takeOver.toMillis(), road.stack().connect().ownerOfTask(CONNECTOR).pid());
  }

  private static void kill(ConnectWorker worker) {
    // Not the stack's own base, which waits for nobody.
    assertThat(worker.logFile()).content().contains("scheduled.rebalance.max.delay.ms = 15000");
    worker.kill();
    assertThat(ProcessHandle.of(worker.pid())).isEmpty();
  }
}
