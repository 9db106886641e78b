package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.it.cdc.CdcRoad;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FailuresDocTest {

  static Stream<Fault> faults() {
    List<OutboxMode> modes = List.of(OutboxMode.TRANSIENT);
    return Stream.concat(
        Stream.of(ServerFault.values(), OperatorFault.values(), ClusterFault.values())
            .flatMap(Arrays::stream),
        Stream.of(
            new BadRows(),
            new Interleaved(1, 1, modes, 1),
            new Promoted(null), // its title needs no standby
            new StandbyAway(null)));
  }

  @Test
  void should_know_every_class_of_faults() {
    assertThat(faults().map(FailuresDocTest::classOf).distinct())
        .containsExactlyInAnyOrder(Fault.class.getPermittedSubclasses());
  }

  private static Class<?> classOf(Fault fault) {
    return fault instanceof Enum<?> constant ? constant.getDeclaringClass() : fault.getClass();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void should_say_what_to_do_when_there_is_a_fault(Fault fault) throws IOException {
    assertThat(Files.readAllLines(CdcRoad.root().resolve("docs/failures.md")))
        .as("lines that begin with the fault's title")
        .filteredOn(line -> line.startsWith("| " + fault.title() + " | "))
        .hasSize(1);
  }
}
