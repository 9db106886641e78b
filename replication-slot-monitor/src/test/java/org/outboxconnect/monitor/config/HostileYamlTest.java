package org.outboxconnect.monitor.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Whatever a file holds, it is refused in words, soon, and without quoting it. */
@Timeout(20)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HostileYamlTest {

  @TempDir private Path folder;

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("servers: [hunter2\n", "mistake at line 2"),
        Arguments.of("servers:\n\t- name: hunter2\n", "mistake at line 2"),
        Arguments.of("a: b: hunter2\n", "mistake at line 1"),
        Arguments.of("password: *hunter2\n", "mistake at line 1"),
        Arguments.of("password: @hunter2\n", "mistake at line 1"),
        Arguments.of("password: !hunter2 x\n", "mistake"),
        Arguments.of("a: 1\n---\nb: hunter2\n", "mistake at line 2"),
        Arguments.of("listen: x\nlisten: hunter2\n", "second time at line"),
        Arguments.of("servers: &a [*a]\n", "mistake"),
        Arguments.of(bomb(), "mistake"),
        Arguments.of("[".repeat(100_000), "more at line 1, column 21"),
        Arguments.of("{a: ".repeat(100_000), "more at line 1"),
        Arguments.of("# " + "x".repeat(1 << 20) + "\n", "more"),
        Arguments.of("just hunter2\n", "something else"),
        Arguments.of("- a\n- hunter2\n", "something else"),
        Arguments.of("\0\0\0", "mistake"));
  }

  private static String bomb() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int level = 1; level < 40; level++) {
      bomb.append("a%1$d: &a%1$d [*a%2$d, *a%2$d]\n".formatted(level, level - 1));
    }
    return bomb.toString();
  }

  @ParameterizedTest
  @MethodSource("texts")
  void should_refuse_it_in_words(String text, String found) {
    assertThat(Yaml.problems(folder, text))
        .singleElement()
        .extracting(ConfigProblem::found)
        .asString()
        .contains(found);
  }

  @Test
  void should_have_a_reason_to_refuse_aliases() { // the bomb's control: the parser lets it pass
    LoadSettings settings = LoadSettings.builder().setMaxAliasesForCollections(100).build();

    assertThat(new Load(settings).loadFromString(bomb())).isInstanceOf(Map.class);
  }

  @Test
  void should_refuse_what_is_no_text() throws IOException {
    byte[] bytes = new byte[4_096];
    new Random(6).nextBytes(bytes);
    Path file = Files.write(folder.resolve("binary"), bytes);

    assertThat(refused(file).problems())
        .singleElement()
        .returns("other bytes", ConfigProblem::found);
  }

  @Test
  void should_refuse_a_file_that_cannot_be_read() {
    assertThat(refused(folder.resolve("missing")).problems())
        .singleElement()
        .returns("NoSuchFileException", ConfigProblem::found);
    assertThat(refused(folder).problems())
        .singleElement()
        .returns("a file that can be read", ConfigProblem::expected);
  }

  @Test
  void should_refuse_a_value_of_another_kind_wherever_it_stands() {
    assertThat(Yaml.problems(folder, "servers:\n  - [a]\n  - name: {a: b}\n    slots: x\n"))
        .extracting(ConfigProblem::path, ConfigProblem::found)
        .contains(
            org.assertj.core.groups.Tuple.tuple("servers[0]", "a list"),
            org.assertj.core.groups.Tuple.tuple("servers[1].name", "keys with values"),
            org.assertj.core.groups.Tuple.tuple("servers[1].slots", "another text"));
  }

  private static ConfigException refused(Path file) {
    return catchThrowableOfType(ConfigException.class, () -> ConfigLoader.load(file, Map.of()));
  }
}
