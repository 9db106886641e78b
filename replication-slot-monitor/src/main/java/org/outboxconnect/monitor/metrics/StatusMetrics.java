package org.outboxconnect.monitor.metrics;

import static java.util.Objects.requireNonNull;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricFamilyDescriptor;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.StatusBoard;

/**
 * Tells a registry what the board knows at the moment of a scrape: a scrape asks no server. Safe
 * for use by many threads.
 *
 * <p>A value that is unknown is absent, never 0. While a server is stale, what was measured is
 * absent, and states stay with their last value. Labels are bounded by the configuration, by the
 * slots that servers have and by constants of the code.
 */
public final class StatusMetrics implements MultiCollector {

  private static final List<Section<?>> SECTIONS =
      List.of(
          new Section<>("Monitor", MonitorMetrics.ITSELF, status -> List.of(status)),
          new Section<>("Polls", MonitorMetrics.POLLS, Watched::of),
          new Section<>(
              "Probes", MonitorMetrics.PROBES, status -> MonitorMetrics.Probe.of(servers(status))),
          new Section<>(
              "Events",
              MonitorMetrics.EVENTS,
              status -> MonitorMetrics.Happening.of(servers(status))),
          new Section<>("Servers", ServerMetrics.GROUP, Watched::of),
          new Section<>("Slots", SlotMetrics.group(), MonitorStatus::slots),
          new Section<>("Outbox tables", TableMetrics.GROUP, StatusMetrics::tables),
          new Section<>("Connectors", ConnectMetrics.CONNECTORS, MonitorStatus::connectors),
          new Section<>(
              "Tasks", ConnectMetrics.TASKS, status -> ConnectMetrics.Task.of(status.connectors())),
          new Section<>("Canaries", CanaryMetrics.GROUP, MonitorStatus::canaries));

  private final StatusBoard board;

  /**
   * A group with its heading in the documentation and its place in the status.
   *
   * @param title for people
   * @param group names and values
   * @param things what there is at the moment
   * @param <T> kind of thing
   */
  record Section<T>(String title, Group<T> group, Function<MonitorStatus, List<T>> things) {

    Stream<MetricSnapshot> snapshots(MonitorStatus status) {
      return group.snapshots(things.apply(status)).stream();
    }
  }

  /** Over a board, which is asked once for each scrape. */
  public StatusMetrics(StatusBoard board) {
    this.board = requireNonNull(board, "board");
  }

  @Override
  public MetricSnapshots collect() {
    MonitorStatus status = board.get();
    return new MetricSnapshots(
        SECTIONS.stream().flatMap(section -> section.snapshots(status)).toList());
  }

  @Override
  public List<MetricFamilyDescriptor> getMetricFamilyDescriptors() {
    return SECTIONS.stream()
        .flatMap(section -> section.group().families().stream())
        .map(Family::descriptor)
        .toList();
  }

  /** All that is promised, for the documentation. */
  static List<Section<?>> sections() {
    return SECTIONS;
  }

  private static List<Watched> servers(MonitorStatus status) {
    return Watched.of(status);
  }

  private static List<Watched.Table> tables(MonitorStatus status) {
    return servers(status).stream().flatMap(server -> server.tables().stream()).toList();
  }
}
