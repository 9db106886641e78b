package org.outboxconnect.monitor.history;

import java.util.Objects;
import java.util.Optional;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.Settings;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.WalDirectory;

/** WAL in the server's directory that neither slots nor settings explain. */
public final class UnexplainedWal {

  private UnexplainedWal() {}

  /**
   * Bytes beyond what the slots retain, checkpoints may leave and {@code wal_keep_size} asks for,
   * if the directory is more than twice as large as that; the server's own account isn't exact.
   *
   * @return zero if all is explained; empty if the directory or the settings are hidden
   */
  public static Optional<Long> bytes(ServerSample sample) {
    Optional<Settings> settings = sample.around().settings().value();
    return sample
        .around()
        .walDirectory()
        .value()
        .map(WalDirectory::bytes)
        .flatMap(found -> settings.map(known -> beyond(found, explained(sample, known))));
  }

  private static long beyond(long found, long explained) {
    return found > 2 * explained ? found - explained : 0;
  }

  private static long explained(ServerSample sample, Settings settings) {
    Lsn head = sample.position().head();
    long retained =
        sample.slots().stream()
            .map(SlotSample::keptFrom)
            .filter(Objects::nonNull)
            .mapToLong(head::minus)
            .max()
            .orElse(0);
    return retained + settings.bytes("max_wal_size") + settings.bytes("wal_keep_size");
  }
}
