package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxconnect.testing.RequiredTool;

/** What the script does before it builds or runs anything. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@RequiredTool("bash")
class DemoScriptTest {

  private static final Path ROOT = Path.of(System.getProperty("outbox.root"));

  @TempDir private Path folder;

  @Test
  void should_show_its_options_without_a_JDK_when_called_from_another_folder() throws Exception {
    Answer answer = demo("/nowhere", "--events", "5", "--help");

    assertThat(answer.exitCode()).isZero();
    assertThat(answer.text()).isEqualTo(Files.readString(ROOT.resolve("demo/usage.txt")));
  }

  @ParameterizedTest
  @CsvSource({"11", "16", "1.8", "''"})
  void should_refuse_a_JDK_that_is_too_old(String version) throws Exception {
    Answer answer = demo(fakeJdk(version), "--events", "1000");

    assertThat(answer.exitCode()).isEqualTo(3);
    assertThat(answer.text())
        .contains("expected 17 or newer. [Hint: set JAVA_HOME]", folder.toString());
  }

  @Test
  void should_name_the_missing_program_when_JAVA_HOME_is_wrong() throws Exception {
    Answer answer = demo("/nowhere");

    assertThat(answer.exitCode()).isEqualTo(3);
    assertThat(answer.text())
        .contains("no executable /nowhere/bin/java. [Hint: correct JAVA_HOME]");
  }

  private String fakeJdk(String version) throws IOException {
    Path java = Files.createDirectory(folder.resolve("bin")).resolve("java");
    Files.writeString(
        java, "#!/bin/sh\necho '    java.specification.version = %s' >&2\n".formatted(version));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    return folder.toString();
  }

  private Answer demo(String javaHome, String... arguments) throws Exception {
    Path output = folder.resolve("output");
    ProcessBuilder script =
        new ProcessBuilder("bash", ROOT.resolve("demo.sh").toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    script.command().addAll(List.of(arguments));
    script.environment().put("JAVA_HOME", javaHome);
    Process process = script.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Answer(process.exitValue(), Files.readString(output));
  }

  private record Answer(int exitCode, String text) {}
}
