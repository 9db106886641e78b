package org.outboxconnect.monitor.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.watch.OutboxWatch;
import org.outboxconnect.monitor.watch.ServerAccess;

/**
 * One database to connect to, and with it one server: its slots are those of the whole server, its
 * outboxes those of this database. Several databases of one server are several of these.
 *
 * @param name the value of the label {@code server}; unique
 * @param access how to reach it
 * @param slots which slots to show, and which must be there
 * @param outboxes outboxes in this database
 * @param limits what the server can't tell
 * @param walDirectoryInterval time between two looks at the size of the WAL directory, which costs
 *     more than all other probes
 * @param canary what to write to see that it arrives; null to write nothing
 */
public record ServerConfig(
    String name,
    ServerAccess access,
    SlotSelection slots,
    List<OutboxWatch> outboxes,
    Limits limits,
    Duration walDirectoryInterval,
    @Nullable CanaryConfig canary) {

  /** Copies. */
  public ServerConfig {
    outboxes = List.copyOf(outboxes);
  }
}
