package org.outboxconnect.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files made from {@code outbox-cdc.json} and {@code variants.json}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConnectorVariantTest {

  private static final String COMMAND =
      "mvn test -pl connect-plugin -am -Dtest=ConnectorVariantTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Doutbox.regenerate=true";

  private static final String BASE =
      """
      {
        "name": "outbox",
        "config": {
          "tasks.max": "1",

          "a": "1",
          "b": "x\\\\.y"
        }
      }
      """;

  static List<ConnectorVariant> variants() throws IOException {
    return ConnectorVariant.all();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void should_be_what_base_and_changes_make_when_a_variant_is_read(ConnectorVariant variant)
      throws IOException {
    Path file = ShippedFiles.path("connector-configs").resolve(variant.file());
    String text = variant.textFrom(Files.readString(base()));
    if (Boolean.getBoolean("outbox.regenerate")) {
      Files.writeString(file, text);
    }
    assertThat(file).as("write it again with: %s", COMMAND).content().isEqualTo(text);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void should_differ_from_the_base_in_the_stated_keys_only_when_read(ConnectorVariant variant)
      throws IOException {
    Map<String, String> expected = members("outbox-cdc.json");
    variant
        .changes()
        .forEach(
            (key, value) -> {
              expected.remove(key);
              if (value != null) {
                expected.put(key, value);
              }
            });

    assertThat(members(variant.file())).containsExactlyInAnyOrderEntriesOf(expected);
  }

  @Test
  void should_list_every_variant_that_lies_in_the_folder() throws IOException {
    try (Stream<Path> files = Files.list(ShippedFiles.path("connector-configs"))) {
      assertThat(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.matches("outbox-cdc-.*\\.json")))
          .containsExactlyInAnyOrderElementsOf(
              variants().stream().map(ConnectorVariant::file).collect(Collectors.toList()));
    }
  }

  @Test
  void should_keep_order_and_groups_when_lines_change() {
    Map<String, String> changes = new LinkedHashMap<>();
    changes.put("first", "\\");
    changes.put("a", "2");
    changes.put("second", "3");
    changes.put("name", "other");

    assertThat(new ConnectorVariant("v", changes).textFrom(BASE))
        .isEqualTo(
            BASE.replace("\"tasks.max\": \"1\",", "\"tasks.max\": \"1\",\n    \"first\": \"\\\\\",")
                .replace("\"a\": \"1\",", "\"a\": \"2\",\n    \"second\": \"3\",")
                .replace("\"outbox\"", "\"other\""));
  }

  @Test
  void should_refuse_a_change_that_changes_nothing() {
    assertThatThrownBy(() -> new ConnectorVariant("v", Map.of("a", "1")).textFrom(BASE))
        .hasMessage("[v] sets [a] to what the base has");
    assertThatThrownBy(
            () -> new ConnectorVariant("v", Collections.singletonMap("c", null)).textFrom(BASE))
        .hasMessage("[v] takes [c] away, which the base hasn't");
  }

  private static Path base() {
    return ShippedFiles.path("connector-configs/outbox-cdc.json");
  }

  /** The name of the connector and its keys. */
  private static Map<String, String> members(String file) throws IOException {
    Map<String, String> members =
        ShippedFiles.texts(ShippedFiles.json("connector-configs/" + file).path("config"));
    members.put("name", ShippedFiles.json("connector-configs/" + file).path("name").textValue());
    return members;
  }
}
