package org.outboxconnect.stack.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.WorkFolder;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PluginFolderTest {

  private final WorkFolder work = WorkFolder.create();
  private final PluginFolder plugins = new PluginFolder(work);

  @TempDir Path folder;

  @AfterEach
  void close() {
    work.close();
  }

  @Test
  void should_keep_the_top_folder_when_a_zip_is_unpacked() throws Exception {
    plugins.unpack(TestArchive.zip(folder));

    assertThat(plugins.path().resolve("test-plugin-1/plugin.jar")).isNotEmptyFile();
    assertThat(plugins.path().resolve("test-plugin-1/doc/README.md")).hasContent("hello");
  }

  @Test
  void should_keep_the_top_folder_when_a_tar_gz_is_unpacked() throws Exception {
    plugins.unpack(TestArchive.tarGz(folder));

    assertThat(plugins.path().resolve("test-plugin-1/plugin.jar")).isNotEmptyFile();
  }

  @Test
  void should_say_how_to_build_it_when_the_archive_is_missing() {
    Path missing = folder.resolve("outbox-connect-9.zip");

    assertThatThrownBy(() -> plugins.unpack(missing))
        .isInstanceOf(StackException.class)
        .hasMessage(
            "Plugin archive [%s] is missing."
                + " [Hint: build it with mvn package -pl connect-plugin -am]",
            missing);
  }

  @Test
  void should_refuse_an_archive_without_one_top_folder() throws Exception {
    Path flat = TestArchive.zipOf(folder, "a.jar", "b.jar");

    assertThatThrownBy(() -> plugins.unpack(flat))
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll("one new top folder", "odd.zip", "a.jar", "b.jar");
  }

  @Test
  void should_write_nothing_elsewhere_when_an_entry_points_out_of_the_archive() throws Exception {
    Path evil = TestArchive.zipOf(folder, "top/../../evil.jar");

    assertThatThrownBy(() -> plugins.unpack(evil))
        .isInstanceOf(StackException.class)
        .rootCause()
        .hasMessageContaining("points out of the archive");
    assertThat(Files.exists(work.path().resolve("evil.jar"))).isFalse();
  }
}
