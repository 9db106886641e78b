package org.outboxconnect.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/benchmarks.md} to the committed figures. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarksPageTest {

  private static final Path ROOT = Path.of(System.getProperty("outbox.root"));
  private static final Path FIGURES = ROOT.resolve("testing/benchmarks/figures");

  /** A figures block: its benchmark's name, then what it shows. */
  private static final Pattern BLOCK =
      Pattern.compile("(<!-- figures: (\\w+) -->\\n```text\\n)(.*?)(```\\n)", Pattern.DOTALL);

  @Test
  void should_show_the_committed_figures_as_they_are() throws Exception {
    String page = Files.readString(ROOT.resolve("docs/benchmarks.md"));
    String current = BLOCK.matcher(page).replaceAll(BenchmarksPageTest::withFigures);
    Files.writeString(ROOT.resolve("testing/benchmarks/target/benchmarks.md"), current);

    assertThat(page)
        .as("docs/benchmarks.md. [Hint: cp testing/benchmarks/target/benchmarks.md docs/]")
        .isEqualTo(current);
  }

  @Test
  void should_show_every_committed_run() throws Exception {
    String page = Files.readString(ROOT.resolve("docs/benchmarks.md"));
    List<String> shown = BLOCK.matcher(page).results().map(block -> block.group(2)).toList();

    try (Stream<Path> files = Files.list(FIGURES)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".txt", "")).toList())
          .isNotEmpty()
          .containsExactlyInAnyOrderElementsOf(shown);
    }
  }

  private static String withFigures(MatchResult block) {
    try {
      String figures = Files.readString(FIGURES.resolve(block.group(2) + ".txt"));
      return Matcher.quoteReplacement(block.group(1) + figures + block.group(4));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
