package org.outboxconnect.it.failure;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What one transaction does.
 *
 * @param parts calls of the writer, in order
 * @param commits whether the transaction commits; otherwise it is rolled back
 */
record Shape(List<Part> parts, boolean commits) {

  /**
   * One call of the writer.
   *
   * @param aggregates the number of the aggregate of each event
   * @param undone whether it stands behind a savepoint to which the transaction then goes back
   */
  record Part(List<Integer> aggregates, boolean undone) {
    Part {
      aggregates = List.copyOf(aggregates);
    }
  }

  Shape {
    parts = List.copyOf(parts);
  }

  /** One event that commits. */
  static Shape single(int aggregate) {
    return new Shape(List.of(new Part(List.of(aggregate), false)), true);
  }

  /** Mostly small transactions, some batches, savepoints and rollbacks. */
  static Shape random(SplittableRandom random, int aggregates) {
    int kind = random.nextInt(100);
    if (kind < 55) {
      return single(random.nextInt(aggregates));
    }
    if (kind < 80) {
      return new Shape(List.of(part(random, aggregates, 10, false)), true);
    }
    List<Part> parts = new ArrayList<>();
    int calls = 2 + random.nextInt(4);
    for (int call = 0; call < calls; call++) {
      parts.add(part(random, aggregates, 4, random.nextInt(3) == 0));
    }
    return new Shape(parts, kind < 92);
  }

  private static Part part(SplittableRandom random, int aggregates, int most, boolean undone) {
    return new Part(random.ints(1 + random.nextInt(most), 0, aggregates).boxed().toList(), undone);
  }
}
