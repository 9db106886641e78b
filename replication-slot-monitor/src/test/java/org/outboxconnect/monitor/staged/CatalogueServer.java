package org.outboxconnect.monitor.staged;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.outboxconnect.monitor.Stage;
import org.outboxconnect.monitor.StagePlan;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.ConnectSample.Task;
import org.outboxconnect.monitor.sample.Lsn;

/** A server on which the cases of the catalogue are staged. */
abstract class CatalogueServer extends StagedServer {

  private Catalogue told;

  @BeforeEach
  void read(TestInfo test) {
    told = test.getTestMethod().orElseThrow().getAnnotation(Catalogue.class);
  }

  /** Begins the course of the test's case with a look before the fault. */
  final Course course() {
    return course(SLOT);
  }

  final Course course(String slot) {
    return Course.before(stage, told, slot);
  }

  /** The same with another plan than the usual one. */
  final Course course(StagePlan plan) {
    return course(plan, SLOT);
  }

  final Course course(StagePlan plan, String slot) {
    Stage next = stage(plan);
    next.followAsDoes(stage);
    stage.close();
    stage = next;
    return course(slot);
  }

  /** What Kafka Connect says of a connector with one task. */
  static ConnectSample connector(String task, Lsn committed) {
    return new ConnectSample(
        "outbox", "RUNNING", List.of(new Task(0, task, "worker:8083")), committed);
  }
}
