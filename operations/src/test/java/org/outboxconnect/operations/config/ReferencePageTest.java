package org.outboxconnect.operations.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Compares the committed page of all rules with the code, or writes it when asked to. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReferencePageTest {

  private static final Path PAGE = Texts.ROOT.resolve("docs/reference/connector-check.md");
  private static final String COMMAND =
      "mvn test -pl operations -am -Dtest=ReferencePageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Doutbox.regenerate=true";

  private static final String INTRODUCTION =
      """
      # What the connector check finds

      <!-- Generated from the code by ReferencePageTest: change it there. -->

      `org.outboxconnect.operations.config.ConnectorCheck` reads a connector file, and the worker's properties if they are
      at hand, and lists settings that are known to do harm to an outbox. It asks no server, so it sees neither the
      publication nor the slot. Connect's own validation looks at one key at a time and ignores keys that nobody reads;
      most of what follows it lets through.

      `REFUSED`: events can be lost, doubled, reordered, changed or stuck. `WARNING`: works, at a price or on a condition
      that the file can't show. A value that is a reference to a config provider can't be judged and counts as good. No
      finding holds the value of a secret.
      """;

  @Test
  void should_equal_the_committed_page() throws IOException {
    if (Boolean.getBoolean("outbox.regenerate")) {
      Files.writeString(PAGE, markdown());
    }
    assertThat(PAGE).as("write it again with: %s", COMMAND).content().isEqualTo(markdown());
  }

  private static String markdown() {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    Stream.concat(Rules.ALL.stream(), Stream.of(Together.GROUP))
        .forEach(group -> page.append(section(group.title(), group.rules())));
    return page.toString();
  }

  private static String section(String title, List<Rule> rules) {
    StringBuilder section =
        new StringBuilder(
            "\n## %s\n\n| rule | | why | what to do | known from |\n|---|---|---|---|---|\n"
                .formatted(title));
    for (Rule rule : rules) {
      section.append(
          "| `%s` | %s | %s | %s | %s |\n"
              .formatted(
                  rule.name(),
                  rule.severity(),
                  cell(rule.why()),
                  cell(rule.fix()),
                  cell(rule.fact())));
    }
    return section.toString();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
  }
}
