package org.outboxconnect.it.failure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.outboxconnect.it.failure.Difference.Kind;

/**
 * Compares what was committed with what a consumer got. The promise: each committed event at least
 * once, none that was rolled back, first occurrences of one aggregate in commit order, and exactly
 * one effect of each.
 */
final class Checker {

  private final List<Written> committed;
  private final Set<UUID> rolledBack;
  private final Map<UUID, Aggregate> aggregates = new HashMap<>();

  Checker(Ledger.Entries entries) {
    committed = entries.committed();
    rolledBack = entries.rolledBack();
    committed.forEach(event -> aggregates.put(event.id(), event.aggregate()));
  }

  /** What is wrong with the records, if anything; of one aggregate they are in order of offsets. */
  Optional<Difference> delivery(List<Seen> records) {
    return foreign(records)
        .or(() -> scattered(records))
        .or(() -> lost(records))
        .or(() -> reordered(records));
  }

  /** What is wrong with the effects, if anything; the number of them by event. */
  Optional<Difference> effect(Map<UUID, Integer> effects) {
    for (Written event : committed) {
      int times = effects.getOrDefault(event.id(), 0);
      if (times != 1) {
        Kind kind = times == 0 ? Kind.NOT_APPLIED : Kind.APPLIED_TWICE;
        return difference(
            kind, "%s of %s has %d effects".formatted(event.id(), event.aggregate(), times));
      }
    }
    return effects.keySet().stream()
        .filter(id -> !aggregates.containsKey(id))
        .min(UUID::compareTo)
        .flatMap(id -> difference(Kind.APPLIED_GHOST, "%s was not committed".formatted(id)));
  }

  private Optional<Difference> foreign(List<Seen> records) {
    for (Seen record : records) {
      Aggregate expected = aggregates.get(record.id());
      if (expected == null) {
        return rolledBack.contains(record.id())
            ? difference(Kind.GHOST, "%s was rolled back".formatted(record))
            : difference(Kind.UNKNOWN, "%s was written by nobody".formatted(record));
      }
      if (!expected.equals(record.aggregate())) {
        return difference(Kind.MISROUTED, "%s is an event of %s".formatted(record, expected));
      }
    }
    return Optional.empty();
  }

  private static Optional<Difference> scattered(List<Seen> records) {
    Map<Aggregate, Seen> first = new HashMap<>();
    for (Seen record : records) {
      Seen other = first.putIfAbsent(record.aggregate(), record);
      if (other != null && other.partition() != record.partition()) {
        return difference(Kind.SCATTERED, "%s and %s".formatted(other, record));
      }
    }
    return Optional.empty();
  }

  private Optional<Difference> lost(List<Seen> records) {
    Set<UUID> got = new LinkedHashSet<>();
    records.forEach(record -> got.add(record.id()));
    List<Written> missing = committed.stream().filter(event -> !got.contains(event.id())).toList();
    return missing.stream()
        .findFirst()
        .flatMap(
            event ->
                difference(
                    Kind.LOST,
                    "%s of %s, number %d of its aggregate; %d of %d are missing"
                        .formatted(
                            event.id(),
                            event.aggregate(),
                            numberInAggregate(event),
                            missing.size(),
                            committed.size())));
  }

  private Optional<Difference> reordered(List<Seen> records) {
    Map<Aggregate, Set<UUID>> firsts = new HashMap<>();
    for (Seen record : records) {
      firsts.computeIfAbsent(record.aggregate(), any -> new LinkedHashSet<>()).add(record.id());
    }
    for (Map.Entry<Aggregate, List<UUID>> expected : commitOrder().entrySet()) {
      List<UUID> found = new ArrayList<>(firsts.getOrDefault(expected.getKey(), Set.of()));
      for (int i = 0; i < found.size(); i++) {
        if (!found.get(i).equals(expected.getValue().get(i))) {
          return difference(
              Kind.REORDERED,
              "number %d of %s is %s, expected %s"
                  .formatted(i + 1, expected.getKey(), found.get(i), expected.getValue().get(i)));
        }
      }
    }
    return Optional.empty();
  }

  private Map<Aggregate, List<UUID>> commitOrder() {
    Map<Aggregate, List<UUID>> order = new LinkedHashMap<>();
    committed.forEach(
        event ->
            order.computeIfAbsent(event.aggregate(), any -> new ArrayList<>()).add(event.id()));
    return order;
  }

  private int numberInAggregate(Written event) {
    return commitOrder().get(event.aggregate()).indexOf(event.id()) + 1;
  }

  private static Optional<Difference> difference(Kind kind, String text) {
    return Optional.of(new Difference(kind, text));
  }
}
