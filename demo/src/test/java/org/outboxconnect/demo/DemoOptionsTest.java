package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DemoOptionsTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--mode wal-message  | --mode wal-message is not built yet; these work: transient, retained",
        "--mode Transient    | --mode Transient is unknown; these work: transient, retained",
        "--relay polling     | --relay polling is not built yet; these work: cdc",
        "--relay pigeon      | --relay pigeon is unknown; these work: cdc",
        "--events 0          | --events must be at least 1, found 0",
        "--events many       | Invalid value for option '--events'",
        "--rate 0            | --rate must be at least 1, found 0",
        "--events 199        | --events 199 leaves no moment to kill the worker, expected at least 200",
        "--evnts 10          | Unknown options: '--evnts', '10'",
        "10000               | Unmatched argument at index 0: '10000'"
      })
  void should_be_refused_with_the_way_out_when_it_cannot_be_run(String line, String message) {
    ExitCode exitCode = run(line.split(" "));

    assertThat(exitCode.number()).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(message, "[Hint: ");
    assertThat(out.size()).isZero();
  }

  @Test
  void should_print_the_file_that_the_script_prints_when_asked_for_help() throws IOException {
    Path usage = Path.of(System.getProperty("outbox.root"), "demo", "usage.txt");

    assertThat(run("--help").number()).isZero();

    String printed = out.toString(StandardCharsets.UTF_8);
    Path proposal = Path.of(System.getProperty("outbox.root"), "demo/target/usage.txt");
    Files.writeString(proposal, printed);
    assertThat(printed)
        .as("text of --help. [Hint: cp demo/target/usage.txt demo/usage.txt]")
        .isEqualTo(Files.readString(usage));
  }

  private ExitCode run(String... arguments) {
    return new Demo(DemoParts.sound(), stream(out), stream(err)).run(arguments);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
