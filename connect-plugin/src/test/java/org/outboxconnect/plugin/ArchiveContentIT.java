package org.outboxconnect.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;
import org.outboxconnect.testing.RequiredTool;

/** Looks into the archives that the build has just made. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ArchiveContentIT {

  private static final String FULL = "outbox-connect";
  private static final String SLIM = "outbox-connect-slim";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {FULL, SLIM})
  void should_hold_one_folder_of_its_own_name_when_unpacked(String name) throws Exception {
    assertThat(Archive.zip(name, folder).topNames()).containsExactly(Archive.topFolder(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {FULL, SLIM})
  @RequiredTool("tar")
  void should_hold_the_same_files_when_zip_and_tar_are_compared(String name) throws Exception {
    Map<String, byte[]> tar = Archive.tarGz(name, folder).files();

    assertThat(Archive.zip(name, folder).files())
        .hasSameSizeAs(tar)
        .allSatisfy((path, bytes) -> assertThat(bytes).as(path).isEqualTo(tar.get(path)));
  }

  @ParameterizedTest
  @ValueSource(strings = {FULL, SLIM})
  @Case("151")
  void should_hold_exactly_the_listed_files_when_assembled(String name) throws Exception {
    assertThat(Archive.zip(name, folder).files().keySet())
        .containsExactlyInAnyOrderElementsOf(goldenList(name));
  }

  @Test
  @Case("151")
  void should_hold_no_class_that_a_worker_brings_when_every_jar_is_opened() throws Exception {
    for (Path jar : Archive.zip(FULL, folder).jars()) {
      assertThat(Archive.classes(jar))
          .as(jar.getFileName().toString())
          .noneMatch(name -> name.startsWith("org/apache/kafka/"))
          .noneMatch(name -> name.startsWith("org/slf4j/"))
          .noneMatch(name -> name.startsWith("com/fasterxml/jackson/"));
    }
  }

  @Test
  void should_hold_one_driver_when_every_jar_is_opened() throws Exception {
    List<Path> drivers =
        Archive.zip(FULL, folder).jars().stream()
            .filter(jar -> Archive.classes(jar).contains("org/postgresql/Driver.class"))
            .toList();

    assertThat(drivers).singleElement().asString().endsWith("postgresql-42.7.14.jar");
  }

  @Test
  void should_name_every_foreign_jar_with_its_licence_when_the_list_is_read() throws Exception {
    Archive archive = Archive.zip(FULL, folder);
    List<String> listed =
        archive
            .text("THIRD-PARTY.txt")
            .lines()
            .filter(line -> line.matches("[^ :]+:[^ :]+ [^ :]+: (Apache|BSD|MIT).*"))
            .map(line -> line.replaceFirst("^[^:]+:([^ ]+) ([^ :]+):.*", "$1-$2.jar"))
            .toList();

    assertThat(archive.files().keySet())
        .filteredOn(path -> path.endsWith(".jar") && !path.startsWith("outbox-"))
        .containsExactlyInAnyOrderElementsOf(listed);
  }

  @Test
  void should_list_every_jar_when_the_bill_of_materials_is_read() throws Exception {
    Archive archive = Archive.zip(FULL, folder);
    JsonNode components = new ObjectMapper().readTree(archive.text("bom.json")).path("components");

    assertThat(components)
        .extracting(jar -> jar.path("name").asText() + "-" + jar.path("version").asText() + ".jar")
        .containsExactlyInAnyOrderElementsOf(
            archive.files().keySet().stream().filter(path -> path.endsWith(".jar")).toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {FULL, SLIM})
  void should_have_no_open_placeholder_when_texts_are_filtered(String name) throws Exception {
    Archive archive = Archive.zip(name, folder);

    assertThat(archive.text("README.md") + archive.text("manifest.json"))
        .doesNotContain("${")
        .contains(System.getProperty("outbox.version"));
  }

  private static List<String> goldenList(String name) throws IOException {
    try (InputStream list = ArchiveContentIT.class.getResourceAsStream(name + ".files")) {
      return new String(list.readAllBytes(), UTF_8)
          .replace("VERSION", System.getProperty("outbox.version"))
          .lines()
          .toList();
    }
  }
}
