package org.outboxconnect.monitor.probe;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.Publication;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.sample.WaitingRows;
import org.outboxconnect.monitor.watch.OutboxWatch;

/** The probes of one outbox. */
final class OutboxProbes {

  private final Round round;

  OutboxProbes(Round round) {
    this.round = round;
  }

  /** Asks all that concerns an outbox; {@code lag} gives the lag of a slot by its name. */
  OutboxSample sample(OutboxWatch outbox, Function<String, Optional<Duration>> lag) {
    return new OutboxSample(
        outbox,
        publication(outbox),
        round.ask(new OutboxStatisticsProbe(outbox)),
        waiting(outbox, lag));
  }

  private Reading<Publication> publication(OutboxWatch outbox) {
    String publication = outbox.publication();
    return publication == null
        ? Reading.unknown(Reason.NOT_APPLICABLE, "no publication is named")
        : round.ask(new PublicationProbe(outbox, publication));
  }

  private Reading<WaitingRows> waiting(
      OutboxWatch outbox, Function<String, Optional<Duration>> lag) {
    return switch (outbox.mode()) {
      case POLLING -> round.ask(WaitingRowsProbe.unmarked(outbox));
      case RETAINED -> behindSlot(outbox, outbox.slot(), lag);
      case TRANSIENT, WAL_MESSAGE ->
          Reading.unknown(Reason.NOT_APPLICABLE, "mode %s keeps no rows".formatted(outbox.mode()));
    };
  }

  private Reading<WaitingRows> behindSlot(
      OutboxWatch outbox, @Nullable String slot, Function<String, Optional<Duration>> lag) {
    Optional<Duration> known = slot == null ? Optional.empty() : lag.apply(slot);
    if (known.isEmpty()) {
      return Reading.unknown(Reason.NOT_APPLICABLE, "no slot to compare with, or no history yet");
    }
    return known.get().isZero()
        ? Reading.known(WaitingRows.NONE)
        : round.ask(WaitingRowsProbe.behindSlot(outbox, known.get()));
  }
}
