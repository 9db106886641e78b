package org.outboxconnect.monitor.http;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.outboxconnect.monitor.status.Look;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.status.StatusBoard;

/** Whether the monitor does its work, in two senses that mustn't be mixed. */
final class Health {

  private Health() {}

  /**
   * Whether a restart of the process would help: never a question of databases or slots, else the
   * monitor would be killed just when it is needed.
   */
  static Answer live(BooleanSupplier alive) {
    return alive.getAsBoolean()
        ? Answer.text(Answer.OK, "alive")
        : Answer.text(Answer.UNAVAILABLE, "a thread that polls has died or hangs");
  }

  /** Whether what is shown is fresh: every server was seen within three poll intervals. */
  static Answer ready(StatusBoard board) {
    MonitorStatus status = board.get();
    List<String> missing =
        status.servers().stream()
            .filter(server -> server.isStale(status.at(), status.pollInterval()))
            .map(server -> missing(server, status))
            .toList();
    return missing.isEmpty()
        ? Answer.text(Answer.OK, "ready")
        : Answer.text(Answer.UNAVAILABLE, String.join("\n", missing));
  }

  private static String missing(ServerStatus server, MonitorStatus status) {
    Look look = server.look();
    return look == null
        ? "server [%s] has not been seen yet".formatted(server.server())
        : "server [%s] was last seen %d s ago, expected within %d s"
            .formatted(
                server.server(),
                Duration.between(look.at(), status.at()).toSeconds(),
                status.pollInterval().multipliedBy(ServerStatus.STALE_INTERVALS).toSeconds());
  }
}
