package org.outboxconnect.monitor.json;

import java.io.IOException;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.status.CanaryStatus;
import org.outboxconnect.monitor.status.ConnectorStatus;

/** Members of the objects of connectors and canaries. */
record ConnectJson(Fields fields) {

  void connector(ConnectorStatus connector) throws IOException {
    fields
        .text("connect_cluster", connector.cluster())
        .text("connector", connector.connector())
        .text("server", connector.server())
        .text("slot", connector.slot())
        .object("found", connector.sample().value().orElse(null), this::found)
        .why("unknown", connector.sample())
        .count("task_restarts", connector.restarts());
  }

  /** States stay in Connect's spelling. */
  private void found(ConnectSample sample) throws IOException {
    fields
        .text("state", sample.state())
        .lsn("committed_lsn", sample.committed())
        .objects(
            "tasks",
            sample.tasks(),
            task ->
                fields
                    .count("task", (long) task.id())
                    .text("state", task.state())
                    .text("worker", task.worker()));
  }

  void canary(CanaryStatus canary) throws IOException {
    fields
        .text("server", canary.server())
        .text("slot", canary.slot())
        .time("written_at", canary.written())
        .seconds("confirmed_seconds", canary.confirmedAfter())
        .seconds("waiting_seconds", canary.waiting())
        .seconds("arrived_seconds", canary.arrivedAfter())
        .text("problem", canary.problem());
  }
}
