package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.schema.SchemaScripts.Script;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SchemaScriptsTest {

  private static final Path FOLDER = Path.of(System.getProperty("outbox.root"), "schema");

  @Test
  void should_know_every_file_in_its_order_when_files_are_added() throws IOException {
    assertThat(SchemaScripts.OUTBOX.scripts()).isEqualTo(filesOf("migrations/outbox"));
    assertThat(SchemaScripts.INBOX.scripts()).isEqualTo(filesOf("migrations/inbox"));
    assertThat(SchemaScripts.ADMIN.scripts()).isEqualTo(filesOf("admin"));
  }

  private static List<Script> filesOf(String folder) throws IOException {
    try (Stream<Path> files = Files.list(FOLDER.resolve(folder))) {
      return files.sorted().map(SchemaScriptsTest::script).toList();
    }
  }

  private static Script script(Path file) {
    try {
      return new Script(file.getFileName().toString(), Files.readString(file));
    } catch (IOException e) {
      throw new AssertionError("Cannot read " + file, e);
    }
  }
}
