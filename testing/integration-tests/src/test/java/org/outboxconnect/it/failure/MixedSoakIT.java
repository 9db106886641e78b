package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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
 * Plan after plan, each with five faults of all kinds, for ten minutes, or as many as {@code
 * -Dfailure.minutes} says. {@code -Dfailure.seed} is the first seed.
 */
@Tag("soak")
@DisplayNameGeneration(ReplaceUnderscores.class)
class MixedSoakIT {

  private static final List<OutboxMode> MODES = List.of(OutboxMode.TRANSIENT, OutboxMode.RETAINED);
  private static final Duration LENGTH = Duration.ofMinutes(Long.getLong("failure.minutes", 10));
  private static final int FAULTS = 5;
  private static final Set<OperatorFault> BY_OPERATORS =
      EnumSet.complementOf(EnumSet.of(OperatorFault.TASK_RESTARTED)); // as long as all the others

  @RegisterExtension
  static final CdcRoad ROAD = new CdcRoad(EmbeddedStackBuilder::workersBehindProxies);

  @Test
  void should_deliver_everything_in_order_when_faults_go_on_and_on() throws Exception {
    Scenario.prepare(ROAD);
    ROAD.createConnector();
    List<Fault> faults =
        Stream.<Fault>concat(Stream.of(ServerFault.values()), BY_OPERATORS.stream()).toList();
    long begin = System.nanoTime();
    int events = 0;
    long seed = Plan.seedOr(1000);
    for (; System.nanoTime() - begin < LENGTH.toNanos(); seed++) {
      events +=
          Scenario.run(ROAD, "soak-" + seed, Plan.mixed(seed, MODES, faults, FAULTS)).committed();
    }
    System.out.println("[failure] soak: %d events, last seed %d".formatted(events, seed - 1));
    assertThat(events).isPositive();
  }
}
