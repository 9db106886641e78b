package org.outboxconnect.it.failure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.outboxconnect.client.OutboxMode;

/**
 * Everything that chance decides, made from one number: the faults, after how many committed events
 * each of them strikes, the mode of each writer and each transaction. The order in which threads
 * get to run isn't part of it. {@code -Dfailure.seed=…} runs a plan again.
 *
 * @param seed the number
 * @param strikes faults in their order
 * @param writers the mode of each writer
 */
record Plan(long seed, List<Strike> strikes, List<OutboxMode> writers) {

  /** Aggregates of each writer. */
  static final int AGGREGATES = 8;

  private static final int WRITERS = 4;
  private static final int SHORTEST = 300;
  private static final int LONGEST = 1200;

  /**
   * One fault.
   *
   * @param afterEvents it strikes when this many events are committed since the one before
   */
  record Strike(Fault fault, int afterEvents) {
    @Override
    public String toString() {
      return fault.title() + " after " + afterEvents + " events";
    }
  }

  Plan {
    strikes = List.copyOf(strikes);
    writers = List.copyOf(writers);
  }

  /** The seed that was asked for, or this one. */
  static long seedOr(long usual) {
    return Long.getLong("failure.seed", usual);
  }

  /** These faults in this order. */
  static Plan of(long seed, List<OutboxMode> modes, Fault... faults) {
    return make(new SplittableRandom(seed), seed, modes, Arrays.asList(faults));
  }

  /** So many faults, drawn from a list. */
  static Plan mixed(long seed, List<OutboxMode> modes, List<Fault> faults, int number) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Fault> drawn = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      drawn.add(faults.get(random.nextInt(faults.size())));
    }
    return make(random, seed, modes, drawn);
  }

  /**
   * Plans of a few faults each, in which every fault of a list occurs once, in an order that is
   * drawn.
   */
  static List<Plan> round(long seed, List<OutboxMode> modes, List<Fault> faults, int each) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Fault> left = new ArrayList<>(faults);
    List<Plan> plans = new ArrayList<>();
    while (!left.isEmpty()) {
      List<Fault> drawn = new ArrayList<>();
      while (drawn.size() < each && !left.isEmpty()) {
        drawn.add(left.remove(random.nextInt(left.size())));
      }
      plans.add(make(random, seed, modes, drawn));
    }
    return plans;
  }

  private static Plan make(
      SplittableRandom random, long seed, List<OutboxMode> modes, List<Fault> faults) {
    List<Strike> strikes = new ArrayList<>();
    for (Fault fault : faults) {
      strikes.add(new Strike(fault, random.nextInt(SHORTEST, LONGEST)));
    }
    List<OutboxMode> writers = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      writers.add(modes.get(writer % modes.size()));
    }
    return new Plan(seed, strikes, writers);
  }

  /** The transaction of this number of a writer; the same each time. */
  Shape shape(int writer, int transaction) {
    SplittableRandom random =
        new SplittableRandom(seed * 31 + writer * 1_000_003L + transaction * 7_919L);
    return Shape.random(random, AGGREGATES);
  }

  @Override
  public String toString() {
    return "-Dfailure.seed=%d: %s; writers %s".formatted(seed, strikes, writers);
  }
}
