package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.EmbeddedStackBuilder;

/**
 * Rounds of plans with five faults each, in which every kind of fault occurs once, for ten minutes,
 * or as many as {@code -Dfailure.minutes} says. {@code -Dfailure.seed} is that of the first round.
 * From ten minutes on a round that has begun is brought to its end.
 */
@Tag("soak")
@DisplayNameGeneration(ReplaceUnderscores.class)
class MixedSoakIT {

  private static final List<OutboxMode> MODES =
      List.of(OutboxMode.TRANSIENT, OutboxMode.RETAINED, OutboxMode.WAL_MESSAGE);
  private static final long FULL_MINUTES = 10;
  private static final long MINUTES = Long.getLong("failure.minutes", FULL_MINUTES);
  private static final int FAULTS = 5;

  /** All but the one that takes as long as all the others. */
  private static final List<Fault> KINDS =
      Stream.<Fault[]>of(ServerFault.values(), OperatorFault.values(), ClusterFault.values())
          .flatMap(Arrays::stream)
          .filter(fault -> fault != OperatorFault.TASK_RESTARTED)
          .toList();

  @RegisterExtension
  static final CdcRoad ROAD = new CdcRoad(EmbeddedStackBuilder::workersBehindProxies);

  private final long begin = System.nanoTime();
  private final Map<String, Integer> struck = new TreeMap<>();
  private final List<Outcome> outcomes = new ArrayList<>();

  @Test
  void should_deliver_everything_in_order_when_faults_go_on_and_on() throws Exception {
    Scenario.prepare(ROAD);
    ROAD.create(ROAD.packagedConnector("outbox-cdc-wal-message.json"));
    long seed = Plan.seedOr(1000);
    while (!isOver()) {
      runRound(seed++);
    }
    System.out.println("[failure] soak: %s; %s".formatted(total(), struck));
    assertThat(outcomes).isNotEmpty().allMatch(outcome -> outcome.committed() > 0);
    if (MINUTES >= FULL_MINUTES) {
      assertThat(struck).containsOnlyKeys(KINDS.stream().map(Fault::title).toList());
    }
  }

  private boolean isOver() {
    return System.nanoTime() - begin >= Duration.ofMinutes(MINUTES).toNanos();
  }

  private void runRound(long seed) throws Exception {
    int number = 0;
    for (Plan plan : Plan.round(seed, MODES, KINDS, FAULTS)) {
      if (MINUTES < FULL_MINUTES && isOver()) {
        return;
      }
      assertThat(plan.writers()).contains(OutboxMode.WAL_MESSAGE);
      outcomes.add(Scenario.run(ROAD, "soak-%d-%d".formatted(seed, number++), plan));
      plan.strikes().forEach(strike -> struck.merge(strike.fault().title(), 1, Integer::sum));
    }
  }

  private String total() {
    return "%d plans in %d s, %d events, %d rolled back, %d repeats, %d in doubt, silent for %s at most"
        .formatted(
            outcomes.size(),
            Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
            outcomes.stream().mapToLong(Outcome::committed).sum(),
            outcomes.stream().mapToLong(Outcome::rolledBack).sum(),
            outcomes.stream().mapToLong(Outcome::repeats).sum(),
            outcomes.stream().mapToLong(Outcome::inDoubt).sum(),
            outcomes.stream().map(Outcome::silence).max(Duration::compareTo).orElseThrow());
  }
}
