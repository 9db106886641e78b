package org.outboxconnect.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SkippedTestsTest {

  @TempDir Path repository;

  @Test
  void should_print_a_bare_zero_when_every_test_ran() throws IOException {
    assertThat(SkippedTests.summary(repository, "now")).isEqualTo("SKIPPED 0");
  }

  @Test
  void should_sum_up_all_modules_by_tool_when_tests_were_skipped() throws IOException {
    module("schema").record("psql", "ScriptsIT.should_run");
    module("testing/integration-tests").record("docker-compose", "ComposeIT");
    module("testing/integration-tests").record("psql", "GrantsIT");

    assertThat(SkippedTests.summary(repository, "now"))
        .isEqualTo("SKIPPED 3: docker-compose (ComposeIT), psql (GrantsIT, ScriptsIT.should_run)");
  }

  @Test
  void should_leave_out_what_an_earlier_build_skipped_when_its_list_is_still_there()
      throws IOException {
    new SkippedTests(repository.resolve("schema/target"), "yesterday").record("psql", "OldIT");
    module("schema").record("psql", "NewIT");

    assertThat(SkippedTests.summary(repository, "now")).isEqualTo("SKIPPED 1: psql (NewIT)");
  }

  private SkippedTests module(String path) {
    return new SkippedTests(repository.resolve(path).resolve("target"), "now");
  }
}
