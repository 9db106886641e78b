package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReadmeTest {

  private static final Path MODULE = Path.of(System.getProperty("outbox.root"), "client");
  private static final Path SOURCE =
      MODULE.resolve("src/test/java/org/outboxconnect/client/ReadmeExamples.java");
  private static final Pattern IN_README = Pattern.compile("(?s)```java\n(.*?)```");
  private static final Pattern IN_SOURCE =
      Pattern.compile("(?s)// tag::(\\w+)\n(.*?)\\s*// end::\\1\n");

  @Test
  void should_show_the_code_that_is_compiled_and_run() throws IOException {
    List<String> compiled = found(IN_SOURCE, SOURCE, 2).stream().map(ReadmeTest::unindent).toList();

    assertThat(compiled).hasSize(3);
    assertThat(found(IN_README, MODULE.resolve("README.md"), 1)).isEqualTo(compiled);
  }

  private static List<String> found(Pattern pattern, Path file, int group) throws IOException {
    return pattern
        .matcher(Files.readString(file))
        .results()
        .map((MatchResult match) -> match.group(group))
        .toList();
  }

  private static String unindent(String code) {
    return code.replaceAll("(?m)^  ", "") + "\n";
  }
}
