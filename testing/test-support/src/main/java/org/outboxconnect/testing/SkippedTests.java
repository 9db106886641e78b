package org.outboxconnect.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Remembers in a module's {@code target/} which tests were skipped for want of a tool, and prints
 * the one line about all modules with which a build ends.
 *
 * <p>Each entry carries the build that wrote it, so what an earlier run left is never counted: no
 * {@code clean} is needed.
 */
public final class SkippedTests {

  static final String FOLDER_PARAMETER = "outbox.skipped.folder";
  private static final String FILE = "skipped-tests.tsv";
  private static final int MODULE_DEPTH = 4; // testing/<module>/target/<file>

  private final Path file;
  private final String build;

  SkippedTests(Path target, String build) {
    this.file = target.resolve(FILE);
    this.build = build;
  }

  static SkippedTests here(ExtensionContext context) {
    String module = System.getProperty("basedir", ""); // set by Surefire and Failsafe
    String folder =
        context
            .getConfigurationParameter(FOLDER_PARAMETER)
            .orElseGet(() -> Path.of(module, "target").toString());
    return new SkippedTests(Path.of(folder), System.getProperty("outbox.build", "no build"));
  }

  void record(String tool, String test) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(
          file,
          "%s\t%s\t%s\n".formatted(build, tool, test),
          UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot note in [%s] that a test was skipped".formatted(file), e);
    }
  }

  /**
   * Prints {@code SKIPPED n: tool (test, …), …} about one build; {@code SKIPPED 0} if all ran.
   *
   * @param args folder of the repository, then the build as Maven handed it to the tests
   * @throws IOException if a module's list cannot be read
   */
  public static void main(String[] args) throws IOException {
    System.out.println(summary(Path.of(args[0]), args[1]));
  }

  static String summary(Path repository, String build) throws IOException {
    Map<String, Set<String>> byTool =
        entries(repository).stream()
            .map(line -> line.split("\t", -1))
            .filter(entry -> entry[0].equals(build))
            .collect(
                groupingBy(
                    entry -> entry[1],
                    TreeMap::new,
                    mapping(entry -> entry[2], toUnmodifiableSet())));
    int tests = byTool.values().stream().mapToInt(Set::size).sum();
    return "SKIPPED " + tests + (byTool.isEmpty() ? "" : ": " + describe(byTool));
  }

  private static String describe(Map<String, Set<String>> byTool) {
    return byTool.entrySet().stream()
        .map(tool -> "%s (%s)".formatted(tool.getKey(), sorted(tool.getValue())))
        .collect(joining(", "));
  }

  private static String sorted(Set<String> tests) {
    return tests.stream().sorted().collect(joining(", "));
  }

  private static List<String> entries(Path repository) throws IOException {
    try (Stream<Path> files =
        Files.find(
            repository,
            MODULE_DEPTH,
            (path, attributes) ->
                path.endsWith(Path.of("target", FILE)) && attributes.isRegularFile())) {
      return files.flatMap(SkippedTests::lines).toList();
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file, UTF_8).stream();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read [%s]".formatted(file), e);
    }
  }
}
