package org.outboxconnect.it.failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What became of each event that a writer has sent to the database. An aggregate has one writer at
 * a time, so its events are told in commit order. Safe for use by many threads.
 */
final class Ledger {

  private final List<Written> committed = new ArrayList<>();
  private final Set<UUID> rolledBack = new HashSet<>();
  private final Map<UUID, UUID> marks = new HashMap<>();

  /** These were part of a transaction that is known to have committed; in their order there. */
  synchronized void committed(List<Written> events) {
    committed.addAll(events);
  }

  /** The same, with the mark that the transaction has left in the database. */
  synchronized void committed(UUID mark, List<Written> events) {
    committed(events);
    events.forEach(event -> marks.put(event.id(), mark));
  }

  /** These are known never to be committed. */
  synchronized void rolledBack(List<Written> events) {
    events.forEach(event -> rolledBack.add(event.id()));
  }

  /** These committed, but are known to be gone: they must not arrive. */
  synchronized void gone(Set<UUID> ids) {
    committed.removeIf(event -> ids.contains(event.id()));
    rolledBack.addAll(ids);
  }

  /** As {@link #gone} for transactions that left a mark which is no longer there. */
  synchronized int goneWithout(Set<UUID> known) {
    Set<UUID> gone = new HashSet<>();
    marks.forEach(
        (id, mark) -> {
          if (!known.contains(mark)) {
            gone.add(id);
          }
        });
    gone(gone);
    return gone.size();
  }

  synchronized int committedEvents() {
    return committed.size();
  }

  synchronized Entries entries() {
    return new Entries(committed, rolledBack);
  }

  /** A copy of the ledger. */
  record Entries(List<Written> committed, Set<UUID> rolledBack) {
    Entries {
      committed = List.copyOf(committed);
      rolledBack = Set.copyOf(rolledBack);
    }
  }
}
