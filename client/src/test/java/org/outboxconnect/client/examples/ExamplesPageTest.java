package org.outboxconnect.client.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ExamplesPageTest {

  private static final Path MODULE = Path.of(System.getProperty("outbox.root"), "client");
  private static final Path SOURCES =
      MODULE.resolve("src/test/java/org/outboxconnect/client/examples");
  private static final Pattern ON_PAGE = Pattern.compile("(?s)```java\n(.*?)\n```");
  private static final Pattern IN_SOURCE =
      Pattern.compile("(?s)// tag::([\\w-]+)\n(.*?)\\s*// end::\\1\n");

  @Test
  void should_show_the_code_that_is_compiled_and_run() throws IOException {
    List<String> shown =
        ON_PAGE
            .matcher(Files.readString(MODULE.resolve("EXAMPLES.md")))
            .results()
            .map(found -> found.group(1))
            .toList();

    assertThat(shown).hasSizeGreaterThan(5).containsExactlyInAnyOrderElementsOf(compiled());
  }

  private static List<String> compiled() throws IOException {
    try (Stream<Path> sources = Files.list(SOURCES)) {
      return sources
          .flatMap(source -> IN_SOURCE.matcher(read(source)).results())
          .map(found -> unindent(found.group(2)))
          .toList();
    }
  }

  /** Takes the indentation of the first line off all of them. */
  private static String unindent(String code) {
    String indentation = code.substring(0, code.indexOf(code.strip()));
    return code.replaceAll("(?m)^" + indentation, "");
  }

  private static String read(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
