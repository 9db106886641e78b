package org.outboxconnect.monitor.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.config.Entry.Group;
import org.outboxconnect.monitor.config.Entry.Scalar;
import org.outboxconnect.monitor.config.Entry.Values;

/** Compares the committed page of all settings with the code, or writes it when asked to. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConfigReferencePageTest {

  private static final Path PAGE =
      Path.of(
          System.getProperty("outbox.root", ".."), "docs/reference/replication-slot-monitor.md");
  private static final String COMMAND =
      "mvn test -pl replication-slot-monitor -am -Dtest=ConfigReferencePageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Doutbox.regenerate=true";

  private static final String INTRODUCTION =
      """
      # Settings of the replication slot monitor

      <!-- Generated from the code by ConfigReferencePageTest: change it there. -->

      Settings are read from a YAML file (`--config FILE`), from environment variables, or from both; where both say
      something the environment wins. [The example](../../replication-slot-monitor/example.yaml) shows every one of them.
      `N` in the name of a variable is the number of an item, from 0 on. Unknown keys and unknown variables that begin
      with `OUTBOX_MONITOR_` are refused.

      `java -jar replication-slot-monitor.jar --config FILE --check-config` says all that is wrong, and whether the files
      with secrets can be read now. Durations are numbers with `ms`, `s`, `m`, `h` or `d`, or ISO 8601; sizes are bytes
      or numbers with `kB`, `MB`, `GB`, `TB` (powers of ten) or `KiB`, `MiB`, `GiB`, `TiB` (powers of two).
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
    append(page, Catalogue.ROOT, "", Environment.PREFIX);
    return page.toString();
  }

  private static void append(StringBuilder page, Group group, String path, String prefix) {
    page.append("\n## %s\n\n%s\n".formatted(title(path), cell(group.meaning())));
    page.append("\n| key | variable | value | default | |\n|---|---|---|---|---|\n");
    for (Entry entry : group.entries()) {
      page.append(line(entry, prefix));
    }
    for (Entry entry : group.entries()) {
      if (entry instanceof Group inner) {
        String below = path.isEmpty() ? inner.name() : path + "." + inner.name();
        append(page, inner, below + (inner.many() ? "[]" : ""), variable(inner, prefix) + "_");
      }
    }
  }

  private static String title(String path) {
    return path.isEmpty() ? "The monitor" : "`%s`".formatted(path);
  }

  private static String variable(Entry entry, String prefix) {
    boolean many = entry instanceof Values || (entry instanceof Group group && group.many());
    return prefix + entry.variable() + (many ? "_" + VariableNames.NUMBER : "");
  }

  private static String line(Entry entry, String prefix) {
    if (entry instanceof Group group) {
      return "| `%s` | | %s | | see below |\n"
          .formatted(group.name(), group.many() ? "a list of groups" : "a group");
    }
    return "| `%s` | `%s` | %s | %s | %s |\n"
        .formatted(
            entry.name(),
            variable(entry, prefix),
            cell(expected(entry)),
            byDefault(entry),
            cell(entry.meaning()));
  }

  private static String expected(Entry entry) {
    return entry instanceof Values<?> values
        ? "a list, each " + values.shape().expected()
        : ((Scalar<?>) entry).shape().expected();
  }

  private static String byDefault(Entry entry) {
    if (entry instanceof Values<?> values) {
      return values.required() ? "required" : "`%s`".formatted(list(values.fallback()));
    }
    Scalar<?> key = (Scalar<?>) entry;
    if (key.fallback() != null) {
      return "`%s`".formatted(key.fallback());
    }
    return key.required() ? "required" : "none";
  }

  private static String list(List<String> items) {
    return items.stream().map(item -> "\"" + item + "\"").toList().toString();
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;");
  }
}
