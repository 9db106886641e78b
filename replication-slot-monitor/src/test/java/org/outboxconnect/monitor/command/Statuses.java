package org.outboxconnect.monitor.command;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.Scene;
import org.outboxconnect.monitor.history.SlotHistory;
import org.outboxconnect.monitor.history.SlotPoint;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.verdict.SlotAssessment;

/** What the monitor knows in a test, made of scenes that the real rules have judged. */
final class Statuses {

  static final Instant NOW = Instant.parse("2026-11-30T00:20:15Z");

  private Statuses() {}

  static MonitorStatus of(ServerStatus... servers) {
    return new MonitorStatus(NOW, Duration.ofSeconds(15), List.of(servers), List.of(), List.of());
  }

  static ServerStatus healthy(String server) {
    return up(server, look -> look.write(Look.MB).consume());
  }

  static ServerStatus lost(String server) {
    return up(server, Look::lose);
  }

  /** Twenty minutes of a healthy slot, and then this. */
  static ServerStatus up(String server, Consumer<Look> change) {
    Scene scene = new Scene();
    scene.look.systemIdentifier = server.hashCode(); // or its slots would be those of the others
    scene.run(Duration.ofMinutes(20), look -> look.write(Look.MB).consume());
    SlotAssessment assessment = scene.next(change);
    List<SlotPoint> trend =
        scene.history.slot(Look.SLOT).map(SlotHistory::points).orElse(List.of());
    org.outboxconnect.monitor.status.Look look =
        new org.outboxconnect.monitor.status.Look(
            scene.look.sample(),
            List.of(assessment),
            Map.of(Look.SLOT, new ArrayList<>(trend)),
            List.of(),
            0,
            Duration.ofMillis(20));
    return new ServerStatus(server, look, null, scene.look.now, 2, 0, List.of());
  }

  static ServerStatus down(String server, Reading.Reason reason, String detail) {
    return new ServerStatus(
        server, null, new Reading.Unknown<Void>(reason, detail), NOW, 1, 1, List.of());
  }
}
