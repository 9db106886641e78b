package org.outboxconnect.monitor.metrics;

import static io.prometheus.metrics.model.snapshots.Unit.BYTES;
import static io.prometheus.metrics.model.snapshots.Unit.SECONDS;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Archiver;
import org.outboxconnect.monitor.sample.Checkpoint;
import org.outboxconnect.monitor.sample.OpenTransactions;
import org.outboxconnect.monitor.sample.OpenTransactions.Oldest;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Surroundings;
import org.outboxconnect.monitor.sample.WalDirectory;
import org.outboxconnect.monitor.status.Look;

/** Metrics about a database server. */
final class ServerMetrics {

  static final Group<Watched> GROUP =
      new Group<Watched>(List.of("server"), watched -> List.of(watched.name()), Watched::stale)
          .lasting(
              "outbox_server_standby",
              null,
              "Whether the server is in recovery",
              watched -> Numbers.flag(standby(watched)))
          .counter(
              "outbox_server_wal_written_bytes_total",
              BYTES,
              "WAL that was written while the monitor has looked on",
              watched -> watched.look().map(Look::writtenBytes).orElse(null))
          .gauge(
              "outbox_server_wal_directory_bytes",
              BYTES,
              "Size of the WAL directory, recycled segments included",
              watched ->
                  watched.known(Surroundings::walDirectory).map(WalDirectory::bytes).orElse(null))
          .gauge(
              "outbox_server_checkpoint_age_seconds",
              SECONDS,
              "Age of the last checkpoint",
              watched ->
                  Numbers.seconds(
                      watched.known(Surroundings::checkpoint).map(Checkpoint::age).orElse(null)))
          .gauge(
              "outbox_server_oldest_transaction_age_seconds",
              SECONDS,
              "Age of the oldest open transaction that has written, in any database; 0 if none is open",
              watched -> Numbers.seconds(oldest(watched, Surroundings::writers)))
          .gauge(
              "outbox_server_oldest_prepared_transaction_age_seconds",
              SECONDS,
              "Age of the oldest prepared transaction, in any database; 0 if there is none",
              watched -> Numbers.seconds(oldest(watched, Surroundings::prepared)))
          .lasting(
              "outbox_server_archiver_failing",
              null,
              "Whether the archiver's newest attempt failed; absent if nothing is archived",
              watched ->
                  Numbers.flag(
                      watched.known(Surroundings::archiver).map(Archiver::isFailing).orElse(null)));

  private ServerMetrics() {}

  private static @Nullable Boolean standby(Watched watched) {
    return watched.look().map(look -> look.sample().position().standby()).orElse(null);
  }

  private static @Nullable Duration oldest(
      Watched watched, Function<Surroundings, Reading<OpenTransactions>> kind) {
    return watched.known(kind).map(ServerMetrics::age).orElse(null);
  }

  private static Duration age(OpenTransactions open) {
    Oldest oldest = open.oldest();
    return oldest == null ? Duration.ZERO : oldest.age();
  }
}
