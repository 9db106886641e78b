package org.outboxconnect.monitor.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.Look.MB;
import static org.outboxconnect.monitor.Look.SLOT;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.monitor.Scene;
import org.outboxconnect.monitor.history.ServerHistory.Event;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HistoryFileTest {

  @TempDir private Path folder;
  private final Scene scene = Scene.healthy();
  private Path path;
  private HistoryFile file;

  @BeforeEach
  void name() {
    path = folder.resolve("one.history");
    file = new HistoryFile(path);
  }

  @Test
  void should_go_on_after_a_restart_with_load_and_flat_positions() throws IOException {
    scene.run(Duration.ofHours(30), look -> look.write(MB));
    file.save(scene.history);

    ServerHistory restored = file.load();
    scene.look.now = scene.look.now.plus(Scene.STEP);
    scene.look.write(MB);

    assertThat(restored.add(scene.look.sample())).isEmpty();
    assertThat(restored.minuteBytes()).hasSize(MinutePositions.MINUTES);
    assertThat(restored.slot(SLOT).orElseThrow().confirmedFlat())
        .isGreaterThan(Duration.ofHours(30));
    assertThat(restored.slot(SLOT).orElseThrow().inflow()).isZero();
    assertThat(Files.size(path)).isLessThan(13_000);
    assertThat(folder).isDirectoryNotContaining("glob:**.next");
  }

  @Test
  void should_begin_anew_when_the_server_was_replaced_meanwhile() throws IOException {
    file.save(scene.history);
    ServerHistory restored = file.load();
    scene.look.now = scene.look.now.plus(Scene.STEP);
    scene.look.systemIdentifier = 8;
    assertThat(restored.add(scene.look.sample())).containsOnlyKeys(Event.HISTORY_DROPPED);
    assertThat(restored.minuteBytes()).isEmpty();
  }

  @Test
  void should_know_no_load_when_the_monitor_was_down_for_more_than_a_day() throws IOException {
    file.save(scene.history);
    ServerHistory restored = file.load();
    scene.look.now = scene.look.now.plus(Duration.ofHours(25));
    restored.add(scene.look.write(MB).sample());
    assertThat(restored.minuteBytes()).isEmpty();
  }

  @Test
  void should_begin_anew_when_there_is_no_file() {
    assertThat(file.load().minuteBytes()).isEmpty();
  }

  @Test
  void should_keep_no_file_before_the_first_look() throws IOException {
    file.save(new ServerHistory());
    assertThat(path).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 8, 20, 60})
  void should_begin_anew_when_a_byte_is_wrong(int index) throws IOException {
    file.save(scene.history);
    byte[] bytes = Files.readAllBytes(path);
    assertThat(file.load().minuteBytes()).isNotEmpty();
    bytes[index] ^= 1;
    Files.write(path, bytes);
    assertThat(file.load().minuteBytes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 12, 100})
  void should_begin_anew_when_the_file_was_cut(int length) throws IOException {
    file.save(scene.history);
    byte[] bytes = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(bytes, length));
    assertThat(file.load().minuteBytes()).isEmpty();
  }
}
