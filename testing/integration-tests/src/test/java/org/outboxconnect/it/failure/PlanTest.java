package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.client.OutboxMode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PlanTest {

  private static final List<OutboxMode> MODES = List.of(OutboxMode.TRANSIENT, OutboxMode.RETAINED);
  private static final List<Fault> FAULTS = List.of(ServerFault.values());

  @Test
  void should_be_the_same_plan_when_the_seed_is_the_same() {
    assertThat(plan(7)).isEqualTo(plan(7)).hasToString(plan(7).toString());
    assertThat(shapes(plan(7), 0)).isEqualTo(shapes(plan(7), 0));
  }

  @Test
  void should_be_another_plan_when_the_seed_is_another() {
    assertThat(plan(7)).isNotEqualTo(plan(8));
    assertThat(shapes(plan(7), 0)).isNotEqualTo(shapes(plan(8), 0));
    assertThat(shapes(plan(7), 0)).isNotEqualTo(shapes(plan(7), 1));
  }

  @Test
  void should_name_seed_faults_counts_and_modes_when_printed() {
    assertThat(Plan.of(7, MODES, FAULTS.get(0), FAULTS.get(1)))
        .asString()
        .matches(
            "-Dfailure\\.seed=7: \\[Connect worker killed after \\d+ events,"
                + " Kafka broker killed after \\d+ events];"
                + " writers \\[TRANSIENT, RETAINED, TRANSIENT, RETAINED]");
  }

  @Test
  void should_strike_with_each_fault_once_when_it_is_a_round() {
    List<Plan> round = Plan.round(7, MODES, FAULTS, 4);

    assertThat(round).isEqualTo(Plan.round(7, MODES, FAULTS, 4));
    assertThat(round).extracting(plan -> plan.strikes().size()).containsExactly(4, 4, 2);
    assertThat(faultsOf(round)).containsExactlyInAnyOrderElementsOf(FAULTS);
    assertThat(faultsOf(round)).isNotEqualTo(faultsOf(Plan.round(8, MODES, FAULTS, 4)));
  }

  private static List<Fault> faultsOf(List<Plan> round) {
    return round.stream().flatMap(plan -> plan.strikes().stream()).map(Plan.Strike::fault).toList();
  }

  @Test
  void should_hold_batches_savepoints_and_rollbacks() {
    List<Shape> shapes = shapes(plan(7), 0);

    assertThat(shapes).anyMatch(shape -> !shape.commits());
    assertThat(shapes).anyMatch(shape -> shape.commits() && shape.parts().size() > 1);
    assertThat(shapes).anyMatch(shape -> shape.parts().stream().anyMatch(Shape.Part::undone));
    assertThat(shapes).anyMatch(shape -> shape.parts().get(0).aggregates().size() > 5);
    assertThat(shapes)
        .flatExtracting(Shape::parts)
        .flatExtracting(Shape.Part::aggregates)
        .contains(0, Plan.AGGREGATES - 1)
        .allMatch(aggregate -> aggregate < Plan.AGGREGATES);
  }

  private static Plan plan(long seed) {
    return Plan.mixed(seed, MODES, FAULTS, 6);
  }

  private static List<Shape> shapes(Plan plan, int writer) {
    return IntStream.range(0, 200).mapToObj(n -> plan.shape(writer, n)).toList();
  }
}
