package org.outboxconnect.monitor.metrics;

import static io.prometheus.metrics.model.snapshots.Unit.SECONDS;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.status.Look;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ProbeResult;
import org.outboxconnect.monitor.status.ServerStatus;

/** Metrics about the monitor itself: whether it sees what it is to look at. */
final class MonitorMetrics {

  static final Group<MonitorStatus> ITSELF =
      new Group<MonitorStatus>(List.of(), status -> List.of(), status -> false)
          .info(
              "outbox_monitor_build_info",
              "Version of the monitor",
              List.of("version"),
              status -> List.of(version()))
          .lasting(
              "outbox_monitor_poll_interval_seconds",
              SECONDS,
              "Time between two polls of a server",
              status -> Numbers.seconds(status.pollInterval()));

  static final Group<Watched> POLLS =
      new Group<Watched>(List.of("server"), watched -> List.of(watched.name()), Watched::stale)
          .lasting(
              "outbox_monitor_up",
              null,
              "Whether the newest poll of the server succeeded",
              watched -> Numbers.flag(watched.server().isUp()))
          .lasting(
              "outbox_monitor_status_stale",
              null,
              "Whether nothing was seen for three poll intervals: states may be wrong by now, measured"
                  + " values are absent",
              watched -> Numbers.flag(watched.stale()))
          .lasting(
              "outbox_monitor_last_success_timestamp_seconds",
              SECONDS,
              "When the newest poll that succeeded was taken",
              watched -> Numbers.timestamp(lookedAt(watched)))
          .gauge(
              "outbox_monitor_poll_duration_seconds",
              SECONDS,
              "How long the newest poll that succeeded took",
              watched -> Numbers.seconds(watched.look().map(Look::took).orElse(null)))
          .lastingCounter(
              "outbox_monitor_polls_total",
              "Polls of the server since the monitor started",
              watched -> watched.server().polls())
          .lastingCounter(
              "outbox_monitor_poll_failures_total",
              "Polls of the server that failed",
              watched -> watched.server().failedPolls());

  static final Group<Probe> PROBES =
      new Group<Probe>(
              List.of("server", "probe"),
              probe -> List.of(probe.server(), probe.result().probe()),
              probe -> false)
          .lasting(
              "outbox_monitor_probe_success",
              null,
              "Whether a probe brought its values at the newest poll that succeeded; absent if there is"
                  + " nothing to read, or not on this version of the server",
              probe -> Numbers.flag(probe.result().success()));

  static final Group<Happening> EVENTS =
      new Group<Happening>(
              List.of("server", "event"),
              happening -> List.of(happening.server(), happening.event().kind()),
              happening -> false)
          .lasting(
              "outbox_monitor_event_timestamp_seconds",
              SECONDS,
              "When something last happened to the server that is no fault of a slot, for example a"
                  + " change of role",
              happening -> Numbers.timestamp(happening.event().at()));

  /** A probe of a server. */
  record Probe(String server, ProbeResult result) {

    static List<Probe> of(List<Watched> servers) {
      return servers.stream().flatMap(Probe::of).toList();
    }

    private static Stream<Probe> of(Watched watched) {
      return watched.look().stream()
          .flatMap(look -> ProbeResult.of(look).stream())
          .map(result -> new Probe(watched.name(), result));
    }
  }

  /** The newest event of its kind. */
  record Happening(String server, ServerStatus.Event event) {

    static List<Happening> of(List<Watched> servers) {
      return servers.stream().flatMap(Happening::of).toList();
    }

    private static Stream<Happening> of(Watched watched) {
      Map<String, ServerStatus.Event> newest = new LinkedHashMap<>();
      watched.server().events().forEach(event -> newest.put(event.kind(), event));
      return newest.values().stream().map(event -> new Happening(watched.name(), event));
    }
  }

  private MonitorMetrics() {}

  private static @Nullable Instant lookedAt(Watched watched) {
    return watched.look().map(Look::at).orElse(null);
  }

  /** From the jar's manifest; classes in a folder have none. */
  private static String version() {
    return Optional.ofNullable(MonitorMetrics.class.getPackage().getImplementationVersion())
        .orElse("unknown");
  }
}
