package org.outboxconnect.operations.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A configuration as quick starts show it: what a reader is told about it, word by word. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class QuickStartTest {

  private static final Path GOLDEN =
      Texts.ROOT.resolve(
          "operations/src/test/resources/org/outboxconnect/operations/config/quick-start.findings");

  private final List<Finding> findings = ConnectorCheck.check(Texts.resource("quick-start.json"));

  @Test
  void should_say_what_is_written_there() throws IOException {
    String text =
        findings.stream().map(Finding::toString).collect(Collectors.joining("\n", "", "\n"));
    if (Boolean.getBoolean("outbox.regenerate")) {
      Files.writeString(GOLDEN, text);
    }

    assertThat(text).isEqualTo(Texts.read(GOLDEN)).doesNotContain("pg-s3cr3t-7f1");
  }

  @Test
  void should_name_the_traps_that_quick_starts_set() {
    assertThat(findings)
        .extracting(Finding::rule)
        .contains(
            "errors-tolerated",
            "payloads-logged",
            "secret-in-plain-text",
            "publication-autocreate",
            "snapshot-republishes",
            "heartbeat-without-query",
            "payload-quoted",
            "router-columns",
            "router-timestamp",
            "predicate-missing");
  }
}
