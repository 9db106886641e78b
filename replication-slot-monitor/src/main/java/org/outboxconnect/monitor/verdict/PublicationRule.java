package org.outboxconnect.monitor.verdict;

import java.util.Optional;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.Publication;
import org.outboxconnect.monitor.watch.OutboxMode;

/** The publication doesn't publish what is inserted into the outbox: no event leaves, silently. */
final class PublicationRule implements Rule {

  @Override
  public Optional<Judgement> judge(Situation now) {
    return now.server()
        .outboxOf(now.slot().name())
        .flatMap(outbox -> fault(outbox).map(fault -> judgement(now, outbox, fault)));
  }

  private static Optional<String> fault(OutboxSample outbox) {
    return outbox
        .publication()
        .value()
        .flatMap(found -> fault(found, outbox.watch().mode() != OutboxMode.WAL_MESSAGE));
  }

  private static Optional<String> fault(Publication found, boolean rows) {
    if (!found.exists()) {
      return Optional.of("does not exist");
    }
    if (rows && !found.hasTable()) { // messages pass through any publication
      return Optional.of("does not hold the outbox");
    }
    return rows && !found.inserts() ? Optional.of("publishes no inserts") : Optional.empty();
  }

  private static Judgement judgement(Situation now, OutboxSample outbox, String fault) {
    return now.draft(Verdict.PUBLICATION_WRONG, Severity.CRITICAL)
        .because(
            "Publication [%s] %s (%s.%s)"
                .formatted(
                    outbox.watch().publication(),
                    fault,
                    outbox.watch().schema(),
                    outbox.watch().table()))
        .doing(
            "Create it or add the table, as schema/admin/2_publication.sql does",
            "Re-emit what was written meanwhile: the slot will not give it",
            "If the slot was made before the publication, make it anew: it stays stuck at that place");
  }
}
