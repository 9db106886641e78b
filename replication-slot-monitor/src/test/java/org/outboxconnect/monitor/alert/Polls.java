package org.outboxconnect.monitor.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.verdict.Judgement;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Verdict;

/** Polls of one server, each 15 seconds after the last, and the status that they leave. */
final class Polls {

  static final Duration STEP = Duration.ofSeconds(15);

  private final Look scene = new Look();
  private ServerStatus server;

  Polls(String name, long systemIdentifier) {
    scene.systemIdentifier = systemIdentifier;
    server = ServerStatus.starting(name);
  }

  static SlotAssessment slot(Verdict verdict, Severity severity) {
    return slot("outbox", verdict, severity);
  }

  static SlotAssessment slot(String name, Verdict verdict, Severity severity) {
    List<String> actions = List.of("First", "Second", "Third");
    Judgement judgement =
        new Judgement(verdict, severity, List.of(), "Because of <tests> & more", actions);
    return new SlotAssessment(name, true, null, null, null, null, List.of(judgement));
  }

  Polls succeed(SlotAssessment... slots) {
    scene.now = scene.now.plus(STEP);
    var look =
        new org.outboxconnect.monitor.status.Look(
            scene.sample(), Arrays.asList(slots), Map.of(), List.of(), 0, Duration.ZERO);
    server =
        new ServerStatus(
            server.server(),
            look,
            null,
            scene.now,
            server.polls() + 1,
            server.failedPolls(),
            List.of());
    return this;
  }

  Polls fail() {
    scene.now = scene.now.plus(STEP);
    server =
        new ServerStatus(
            server.server(),
            server.look(),
            new Reading.Unknown<>(Reading.Reason.FAILED, "08001 refused"),
            scene.now,
            server.polls() + 1,
            server.failedPolls() + 1,
            List.of());
    return this;
  }

  Instant now() {
    return scene.now;
  }

  ServerStatus server() {
    return server;
  }

  MonitorStatus status(ServerStatus... others) {
    List<ServerStatus> servers = new ArrayList<>(List.of(server));
    servers.addAll(Arrays.asList(others));
    return new MonitorStatus(scene.now, STEP, servers, List.of(), List.of());
  }
}
