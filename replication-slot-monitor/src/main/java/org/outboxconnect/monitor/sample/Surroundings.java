package org.outboxconnect.monitor.sample;

import java.util.Map;

/**
 * What a server shows beside its slots. Each is read on its own; one that fails hides no other.
 *
 * @param identity which server it is
 * @param settings its settings
 * @param checkpoint its last checkpoint
 * @param writers sessions with a transaction id
 * @param prepared prepared transactions
 * @param statistics decoding statistics by slot
 * @param archiver what the archiver did
 * @param walDirectory size of its WAL
 */
public record Surroundings(
    Reading<ServerIdentity> identity,
    Reading<Settings> settings,
    Reading<Checkpoint> checkpoint,
    Reading<OpenTransactions> writers,
    Reading<OpenTransactions> prepared,
    Reading<Map<String, SlotStatistics>> statistics,
    Reading<Archiver> archiver,
    Reading<WalDirectory> walDirectory) {

  /** The settings, or none. */
  public Settings knownSettings() {
    return settings.value().orElseGet(() -> new Settings(Map.of()));
  }
}
