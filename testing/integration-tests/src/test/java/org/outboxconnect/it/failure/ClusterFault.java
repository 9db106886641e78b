package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.it.cdc.CdcRoad.CONNECTOR;

import java.time.Duration;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.connect.ConnectCluster;
import org.outboxconnect.stack.connect.ConnectWorker;
import org.outboxconnect.stack.process.Wait;

/**
 * One of two workers dies or comes. How long a take-over lasts is told, and judged by {@code
 * RebalanceIT}, where nothing else keeps the machine busy.
 */
enum ClusterFault implements Fault {
  OWNER_KILLED("Worker killed that has the task, another one leads the group") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      ConnectCluster connect = scenario.road().stack().connect();
      ConnectWorker owner = connect.ownerOfTask(CONNECTOR);
      assertThat(connect.leader()).isNotSameAs(owner);
      String proof = killAndAwaitTakeOver(scenario, owner);
      owner.start();
      return proof;
    }
  },

  /** The dead one stays away. */
  LEADER_KILLED("Worker killed that leads the group") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      ConnectCluster connect = scenario.road().stack().connect();
      ConnectWorker leader = connect.leader();
      String proof = killAndAwaitTakeOver(scenario, leader);
      assertThat(connect.leader()).isNotSameAs(leader);
      return proof;
    }
  },

  WORKER_JOINED("Second worker joins") {
    @Override
    public String strike(Scenario scenario) throws Exception {
      ConnectCluster connect = scenario.road().stack().connect();
      long before = alive(connect);
      ConnectWorker joined = connect.addWorker();
      assertThat(before).isEqualTo(1);
      assertThat(alive(connect)).isEqualTo(2);
      assertThat(joined.logFile()).content().contains("Joined group");
      scenario.awaitArrival();
      return "worker %d has joined worker %d".formatted(joined.pid(), connect.leader().pid());
    }
  };

  private final String title;

  ClusterFault(String title) {
    this.title = title;
  }

  @Override
  public String title() {
    return title;
  }

  private static String killAndAwaitTakeOver(Scenario scenario, ConnectWorker worker)
      throws Exception {
    CdcRoad road = scenario.road();
    assertThat(worker.logFile()).content().contains("scheduled.rebalance.max.delay.ms = 15000");
    boolean hadTask = road.stack().connect().ownerOfTask(CONNECTOR) == worker;
    worker.kill();
    long killed = System.nanoTime();
    assertThat(ProcessHandle.of(worker.pid())).isEmpty();
    Wait.require(
        "another worker to run the task",
        CdcRoad.GENEROUS,
        () ->
            road.rest().status(CONNECTOR).running()
                && road.stack().connect().ownerOfTask(CONNECTOR) != worker);
    Duration takeOver = Duration.ofNanos(System.nanoTime() - killed);
    scenario.awaitArrival();
    return "worker %d is gone, it had %s; another one ran it after %d ms"
        .formatted(worker.pid(), hadTask ? "the task" : "no task", takeOver.toMillis());
  }

  private static long alive(ConnectCluster connect) {
    return connect.workers().stream().filter(ConnectWorker::alive).count();
  }
}
