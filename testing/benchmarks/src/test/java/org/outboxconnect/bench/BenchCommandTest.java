package org.outboxconnect.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What the command says before it starts anything. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchCommandTest {

  private final StringWriter err = new StringWriter();

  @Test
  void should_name_what_works_when_a_benchmark_is_not_built_yet() {
    assertThat(run("polling")).isEqualTo(2);
    assertThat(err.toString()).contains("[polling]", "[pipeline, writer, smt]", "not built yet");
  }

  @Test
  void should_refuse_a_benchmark_that_nobody_planned() {
    assertThat(run("everything")).isEqualTo(2);
    assertThat(err.toString())
        .contains("[everything]", "[pipeline, writer, smt]")
        .doesNotContain("yet");
  }

  @Test
  void should_refuse_no_events_and_no_pairs() {
    assertThat(run("pipeline", "--events", "0")).isEqualTo(2);
    assertThat(run("pipeline", "--pairs", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("at least 1 for --events", "at least 1 for --pairs");
  }

  @Test
  void should_show_in_the_script_the_options_that_it_has() throws Exception {
    Path benchmarks = Path.of(System.getProperty("outbox.root"), "testing/benchmarks");
    String usage = BenchCommand.commandLine().getUsageMessage(Ansi.OFF);
    Files.writeString(benchmarks.resolve("target/usage.txt"), usage);

    assertThat(Files.readString(benchmarks.resolve("usage.txt")))
        .as("text of --help. [Hint: cp testing/benchmarks/target/usage.txt testing/benchmarks/]")
        .isEqualTo(usage);
  }

  private int run(String... arguments) {
    CommandLine commandLine = BenchCommand.commandLine();
    return commandLine.setErr(new PrintWriter(err, true)).execute(arguments);
  }
}
