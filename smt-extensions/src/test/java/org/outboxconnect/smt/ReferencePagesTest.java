package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.kafka.common.metrics.Monitorable;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the committed reference pages with the code, or writes them when asked to. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReferencePagesTest {

  private static final Path FOLDER =
      Path.of(System.getProperty("outbox.root"), "docs", "reference");
  private static final String COMMAND =
      "mvn test -pl smt-extensions -am -Dtest=ReferencePagesTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Doutbox.regenerate=true";

  static Stream<ReferencePage> pages() {
    return ReferencePage.all().stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void should_equal_the_committed_page(ReferencePage page) throws IOException {
    Path file = FOLDER.resolve(page.fileName());
    if (Boolean.getBoolean("outbox.regenerate")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, page.markdown());
    }
    assertThat(file)
        .as("page of %s; write it again with: %s", page.plugin().getSimpleName(), COMMAND)
        .exists()
        .content()
        .isEqualTo(page.markdown());
  }

  @Test
  void should_have_a_page_for_every_plugin() {
    Stream<String> plugins = Stream.concat(plugins(Transformation.class), plugins(Predicate.class));

    assertThat(pages().map(page -> page.plugin().getName()))
        .containsExactlyInAnyOrderElementsOf(plugins.toList());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void should_name_every_counter_and_tag_of_the_plugin(ReferencePage page) throws Exception {
    assumeThat(page.plugin()).isNotEqualTo(IsOutboxInsert.class); // counts nothing
    try (ShownMetrics metrics = new ShownMetrics()) {
      metrics.of((Monitorable) page.plugin().getConstructor().newInstance());

      assertThat(metrics.counts()).isNotEmpty();
      for (String counter : metrics.counts().keySet()) {
        for (String word : counter.split("[ =]", -1)) {
          assertThat(page.overview()).contains("`" + word + "`");
        }
      }
    }
  }

  private static <T> Stream<String> plugins(Class<T> type) {
    return ServiceLoader.load(type).stream()
        .map(provider -> provider.type().getName())
        .filter(name -> name.startsWith("org.outboxconnect.smt."));
  }
}
