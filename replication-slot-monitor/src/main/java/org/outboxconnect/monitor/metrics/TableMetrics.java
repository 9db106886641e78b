package org.outboxconnect.monitor.metrics;

import static io.prometheus.metrics.model.snapshots.Unit.SECONDS;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.metrics.Watched.Table;
import org.outboxconnect.monitor.sample.OutboxStatistics;
import org.outboxconnect.monitor.sample.WaitingRows;

/** Metrics about outbox tables. */
final class TableMetrics {

  static final Group<Table> GROUP =
      new Group<Table>(List.of("server", "schema", "table"), Table::labels, Table::stale)
          .gauge(
              "outbox_table_oldest_unpublished_age_seconds",
              SECONDS,
              "How long the oldest event has waited for its relay; 0 if none waits",
              table -> Numbers.seconds(table.outbox().oldestUnpublished()))
          .gauge(
              "outbox_table_unpublished_rows",
              null,
              "Rows that wait for their relay; more than 10001 aren't counted",
              table ->
                  table.outbox().sample().waiting().value().map(WaitingRows::count).orElse(null))
          .gauge(
              "outbox_table_rows",
              null,
              "Rows by the server's estimate",
              table -> statistic(table, OutboxStatistics::rows))
          .gauge(
              "outbox_table_dead_rows",
              null,
              "Row versions that wait for vacuum, by the server's estimate",
              table -> statistic(table, OutboxStatistics::deadRows))
          .counter(
              "outbox_table_inserted_rows_total",
              null,
              "Rows inserted since the server's statistics were reset, rolled back ones included",
              table -> statistic(table, OutboxStatistics::inserted));

  private TableMetrics() {}

  private static @Nullable Long statistic(Table table, Function<OutboxStatistics, Long> value) {
    return table.outbox().sample().statistics().value().map(value).orElse(null);
  }
}
