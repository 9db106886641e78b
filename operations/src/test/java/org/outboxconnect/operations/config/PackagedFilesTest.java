package org.outboxconnect.operations.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files that we ship, with the worker lines that we ship. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PackagedFilesTest {

  private static final Path FOLDER = Texts.ROOT.resolve("connector-configs");

  static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.getFileName().toString().matches("outbox-cdc.*\\.json"))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void should_find_nothing_when_a_packaged_file_runs_on_the_packaged_lines(Path file) {
    assertThat(ConnectorCheck.check(Texts.read(file), workerLines(file))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("files")
  void should_find_nothing_when_the_worker_is_not_known(Path file) {
    assertThat(ConnectorCheck.check(Texts.read(file))).isEmpty();
  }

  /** Common lines, and those of {@code worker-x.properties} for {@code outbox-cdc-x.json}. */
  private static Map<String, String> workerLines(Path file) {
    Map<String, String> lines = Texts.properties(FOLDER.resolve("worker.properties"));
    String variant = file.getFileName().toString().replaceFirst("outbox-cdc-?(.*)\\.json", "$1");
    Path own = FOLDER.resolve("worker-" + variant + ".properties");
    if (Files.exists(own)) {
      lines.putAll(Texts.properties(own));
    }
    return lines;
  }
}
