package org.outboxconnect.monitor.probe;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.Surroundings;
import org.outboxconnect.monitor.watch.OutboxWatch;

/**
 * Completes a sample with what stands beside the slots.
 *
 * @param round asks
 * @param lags tells the lag of a slot
 * @param clock the monitor's
 * @param now time of the poll
 * @param version of the server
 * @param walDirectory looks at the WAL directory, or keeps what it saw
 */
record Sampling(
    Round round,
    LagSource lags,
    InstantSource clock,
    Instant now,
    int version,
    WalDirectoryLook walDirectory) {

  ServerSample sample(PositionedSlots slots, List<OutboxWatch> outboxes) {
    return new ServerSample(
        now,
        version,
        slots.position(),
        slots.slots(),
        surroundings(),
        outboxes.stream().map(outbox -> sample(outbox, slots)).toList(),
        Map.of());
  }

  private Surroundings surroundings() {
    return new Surroundings(
        round.ask(new IdentityProbe()),
        round.ask(new SettingsProbe()),
        round.ask(new CheckpointProbe()),
        round.ask(new WritersProbe()),
        round.ask(new PreparedProbe()),
        round.ask(new StatisticsProbe()),
        round.ask(new ArchiverProbe()),
        walDirectory.reading(round, now));
  }

  private OutboxSample sample(OutboxWatch outbox, PositionedSlots slots) {
    return new OutboxProbes(round).sample(outbox, slot -> lag(slot, slots));
  }

  private Optional<Duration> lag(String name, PositionedSlots slots) {
    return slots.slots().stream()
        .filter(slot -> slot.name().equals(name))
        .findFirst()
        .flatMap(slot -> Optional.ofNullable(slot.holds().confirmed()))
        .flatMap(confirmed -> lag(confirmed, slots));
  }

  /** As of this moment, with which the server compares the age of rows. */
  private Optional<Duration> lag(Lsn confirmed, PositionedSlots slots) {
    return lags.lag(confirmed, slots.position().decodable(), clock.instant());
  }
}
