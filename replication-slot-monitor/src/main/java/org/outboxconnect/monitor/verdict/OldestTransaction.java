package org.outboxconnect.monitor.verdict;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.outboxconnect.monitor.sample.OpenTransactions;
import org.outboxconnect.monitor.sample.OpenTransactions.Oldest;
import org.outboxconnect.monitor.sample.Surroundings;

/** Of all open transactions that have written the one that began first. */
final class OldestTransaction {

  private OldestTransaction() {}

  /** Of sessions and prepared ones; empty if there is none, or none that may be seen. */
  static Optional<Oldest> of(Surroundings around) {
    return Stream.of(around.writers(), around.prepared())
        .flatMap(reading -> reading.value().stream())
        .map(OpenTransactions::oldest)
        .flatMap(oldest -> Optional.ofNullable(oldest).stream())
        .max(Comparator.comparing(Oldest::age));
  }
}
