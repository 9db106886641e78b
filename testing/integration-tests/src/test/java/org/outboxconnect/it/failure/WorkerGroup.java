package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.it.cdc.CdcRoad.CONNECTOR;

import java.util.List;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.connect.ConnectCluster;
import org.outboxconnect.stack.connect.ConnectWorker;

/**
 * The workers of a road, brought into a state in which it is known who leads the group and who has
 * the task: Connect chooses both by itself. For one thread.
 */
final class WorkerGroup {

  private static final String JOINED = "Joined group at generation";

  private final CdcRoad road;
  private final ConnectCluster connect;

  WorkerGroup(CdcRoad road) {
    this.road = road;
    this.connect = road.stack().connect();
  }

  List<ConnectWorker> alive() {
    return connect.workers().stream().filter(ConnectWorker::alive).toList();
  }

  /** Sends all workers away but the one that has the task, and returns that one: it leads. */
  ConnectWorker alone() {
    ConnectWorker owner = connect.ownerOfTask(CONNECTOR);
    alive().stream().filter(worker -> worker != owner).forEach(ConnectWorker::stop);
    assertThat(connect.leader()).isSameAs(owner);
    return owner;
  }

  /** One worker more, which has died before or is new; it has joined when this returns. */
  ConnectWorker join() {
    ConnectWorker joined =
        connect.workers().stream()
            .filter(worker -> !worker.alive())
            .findFirst()
            .map(WorkerGroup::startAgain)
            .orElseGet(connect::addWorker);
    assertThat(WorkerLog.count(joined.logFile(), JOINED)).isPositive();
    return joined;
  }

  private static ConnectWorker startAgain(ConnectWorker worker) {
    long before = WorkerLog.count(worker.logFile(), JOINED);
    worker.start();
    assertThat(WorkerLog.count(worker.logFile(), JOINED)).isGreaterThan(before);
    return worker;
  }

  /** Two workers; one of them leads and has the task. */
  void ownerLeads() {
    alone();
    join();
  }

  /**
   * Two workers; one of them leads, the other one has the task. A new task goes to the worker with
   * the fewest, so the leader is given another one before.
   */
  void apart() {
    ConnectWorker leader = alone();
    road.stopConnector();
    road.runIdleConnector();
    ConnectWorker other = join();
    road.rest().resume(CONNECTOR);
    road.rest().awaitRunning(CONNECTOR);
    assertThat(connect.leader()).isSameAs(leader);
    assertThat(connect.ownerOfTask(CONNECTOR)).isSameAs(other);
  }

  void endIdleConnector() {
    road.rest().stop(CdcRoad.IDLE);
  }
}
