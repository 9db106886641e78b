package org.outboxconnect.stack.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WorkFolderTest {

  @Test
  void should_be_gone_with_its_content_but_not_what_links_point_to_when_closed(
      @TempDir Path elsewhere) throws Exception {
    WorkFolder folder = WorkFolder.create();
    Files.writeString(folder.folder("a/b").resolve("file"), "x");
    Path kept = Files.writeString(elsewhere.resolve("kept"), "x");
    Files.createSymbolicLink(folder.path().resolve("link"), elsewhere);

    folder.close();
    folder.close();

    assertThat(folder.path()).doesNotExist();
    assertThat(kept).exists();
  }

  @Test
  void should_copy_logs_and_nothing_else(@TempDir Path target) throws Exception {
    try (WorkFolder folder = WorkFolder.create()) {
      Files.writeString(folder.log("broker"), "hello");
      Files.writeString(folder.folder("secrets").resolve("password"), "x");

      folder.copyLogsTo(target.resolve("deep/er"));
      folder.copyLogsTo(target.resolve("deep/er"));
    }
    assertThat(target.resolve("deep/er/broker.log")).hasContent("hello");
    assertThat(target.resolve("deep/er")).isDirectoryContaining("glob:**/broker.log");
    assertThat(target.resolve("deep/er").toFile().list()).hasSize(1);
  }
}
