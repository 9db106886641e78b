package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same archive on the workers before the newest, on which all other tests run. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("ci")
class OlderWorkersIT {

  @ParameterizedTest
  @ValueSource(strings = {"4.1", "4.2", "4.3"})
  void should_run_the_whole_road_on_a_worker_of(String connectVersion) {
    RunDemo run =
        RunDemo.with(DemoParts.sound(), "--events", "1000", "--connect-version", connectVersion);

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.GOOD);
    assertThat(run.count("applied")).isEqualTo(1000);
  }
}
