package org.outboxconnect.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineTestKit;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(300)
class EmbeddedStackExtensionIT {

  private static final Path KEPT = Path.of("target", "stack-logs", "OneFails.fails");

  private static final String LOG = "postgres-1.log";

  @Test
  void should_keep_the_logs_of_a_failed_test_and_close_the_stack() throws Exception {
    Files.deleteIfExists(KEPT.resolve(LOG));

    EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(OneFails.class))
        .execute()
        .testEvents()
        .assertStatistics(count -> count.started(3).succeeded(2).failed(1));

    assertThat(KEPT.resolve(LOG)).isNotEmptyFile();
    assertThat(KEPT.resolveSibling("OneFails.passes")).doesNotExist();
    assertThat(OneFails.folder).doesNotExist();
    assertThat(ProcessHandle.current().descendants()).isEmpty();
  }

  /** Run by the test kit only: not found by name. */
  static final class OneFails {

    @RegisterExtension
    static final EmbeddedStackExtension STACK =
        new EmbeddedStackExtension(EmbeddedStack.builder().withoutKafka());

    private static Path folder;

    @Test
    void passes() {
      folder = STACK.stack().workFolder().path();
      assertThat(STACK.stack().postgres().isAlive()).isTrue();
    }

    @Test
    void fails() {
      throw new IllegalStateException("on purpose");
    }

    @Nested
    class Inner {

      @Test
      void passes_on_the_same_stack() throws Exception {
        try (Connection connection = STACK.stack().postgres().connect()) {
          assertThat(connection.isValid(10)).isTrue();
        }
        assertThat(folder).isEqualTo(STACK.stack().workFolder().path());
      }
    }
  }
}
