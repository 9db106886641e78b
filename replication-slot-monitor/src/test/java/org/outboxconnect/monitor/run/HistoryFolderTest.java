package org.outboxconnect.monitor.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HistoryFolderTest {

  @Test
  void should_give_each_server_a_file_of_its_own_inside_the_folder() {
    assertThat(HistoryFolder.fileName("orders-db_1")).isEqualTo("orders-db_1.history");
    assertThat(HistoryFolder.fileName("../../etc/passwd")).doesNotContain("/", "..");
    assertThat(HistoryFolder.fileName("a b")).isEqualTo("a%20b.history");
    String long1 = "x".repeat(5_000) + "1";
    String long2 = "x".repeat(5_000) + "2";
    assertThat(HistoryFolder.fileName(long1))
        .hasSizeLessThan(200)
        .isNotEqualTo(HistoryFolder.fileName(long2));
  }

  @Property
  boolean should_never_leave_the_folder_whatever_the_name_is(@ForAll String server) {
    return HistoryFolder.fileName(server).matches("[A-Za-z0-9_%-]*\\.history");
  }

  @Test
  void should_make_the_folder_when_it_is_not_there(@TempDir Path folder) throws Exception {
    Path below = folder.resolve("a/b");
    HistoryFolder.at(below);
    try (var files = Files.list(below)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void should_refuse_at_the_start_when_the_folder_cannot_be_written(@TempDir Path folder)
      throws Exception {
    // Rights don't hold the superuser back, who runs tests in containers: a file in the way does.
    Path file = Files.writeString(folder.resolve("file"), "");
    for (Path wrong : List.of(file, file.resolve("below"))) {
      assertThatThrownBy(() -> HistoryFolder.at(wrong))
          .isInstanceOf(StartException.class)
          .hasMessageContainingAll("history-directory", wrong.toString(), "[Hint:");
    }
  }
}
