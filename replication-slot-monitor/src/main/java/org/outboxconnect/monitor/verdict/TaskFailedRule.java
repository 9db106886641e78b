package org.outboxconnect.monitor.verdict;

import java.util.Optional;
import org.outboxconnect.monitor.sample.ConnectSample;

/** Kafka Connect has given a task up. The connector's own state stays RUNNING then. */
final class TaskFailedRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    return now.connector()
        .filter(TaskFailedRule::hasFailed)
        .map(connector -> judgement(now, connector));
  }

  private static boolean hasFailed(ConnectSample connector) {
    return connector.state().equals(ConnectSample.FAILED) || failedTasks(connector) > 0;
  }

  private static long failedTasks(ConnectSample connector) {
    return connector.tasks().stream()
        .filter(task -> task.state().equals(ConnectSample.FAILED))
        .count();
  }

  private static Judgement judgement(Situation now, ConnectSample connector) {
    return now.draft(Verdict.TASK_FAILED, Severity.CRITICAL)
        .count("failed_tasks", failedTasks(connector))
        .because("Kafka Connect has given up on connector [%s]".formatted(connector.connector()))
        .doing(
            "Read the task's trace: GET /connectors/%s/status".formatted(connector.connector()),
            "Repair what it names; a guard violation names event and rule",
            "Restart the task: POST /connectors/%s/restart?includeTasks=true&onlyFailed=true"
                .formatted(connector.connector()));
  }
}
