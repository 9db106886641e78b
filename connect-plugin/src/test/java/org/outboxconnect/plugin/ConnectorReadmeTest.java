package org.outboxconnect.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.plugin.ReadmeRow.Value;

/** What the README of connector-configs says of values, held against the files. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConnectorReadmeTest {

  private static final String FILES = "# Connector configuration";
  private static final String KEYS = "## Keys of `outbox-cdc.json`";
  private static final String SERVICES = "## Several services";

  /** Their values are told in words. */
  private static final String WORDS = "database\\..*|heartbeat\\.action\\.query|connector\\.class";

  static List<ConnectorVariant> variants() throws IOException {
    return ConnectorVariant.all();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void should_name_every_key_that_a_variant_changes_in_the_row_of_its_file(ConnectorVariant variant)
      throws IOException {
    List<String> code = ReadmeRow.code(rowOf(variant.file()).cells().get(1));

    assertThat(variant.changes().keySet())
        .allSatisfy(
            key -> assertThat(code).anyMatch(text -> text.replaceFirst("=.*", "").equals(key)));
    assertThat(code.stream().filter(text -> text.contains("=")))
        .allSatisfy(text -> assertThat(pairs(variant.file())).contains(text));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void should_show_every_value_that_a_variant_changes_under_its_name(ConnectorVariant variant)
      throws IOException {
    Optional<String> label = Optional.of(label(variant.file()));

    for (Map.Entry<String, String> change : variant.changes().entrySet()) {
      if (!change.getKey().equals("name")) { // stands beside the keys
        assertThat(rowOfKey(change.getKey()).values(label))
            .as(change.getKey())
            .anyMatch(value -> value.shows(Optional.ofNullable(change.getValue())));
      }
    }
  }

  @Test
  void should_show_every_value_of_the_base() throws IOException {
    for (Map.Entry<String, String> key : ShippedFiles.connectorConfig().entrySet()) {
      if (!key.getKey().matches(WORDS)) {
        assertThat(rowOfKey(key.getKey()).values(Optional.empty()))
            .as(key.getKey())
            .anyMatch(value -> value.shows(Optional.of(key.getValue())));
      }
    }
  }

  @Test
  void should_show_no_value_that_no_file_has() throws IOException {
    Map<String, ConnectorVariant> byLabel =
        variants().stream()
            .collect(Collectors.toMap(variant -> label(variant.file()), Function.identity()));
    Map<String, String> base = ShippedFiles.connectorConfig();

    for (ReadmeRow row : ReadmeRow.under(KEYS)) {
      assertThat(row.values(Optional.empty()))
          .as("%s", row.names())
          .allMatch(value -> shows(row, value, base));
      assertThat(byLabel.keySet()).as("%s", row.names()).containsAll(row.variants());
      for (String label : row.variants()) {
        assertThat(row.values(Optional.of(label)))
            .as("%s (%s)", row.names(), label)
            .isNotEmpty()
            .allMatch(value -> shows(row, value, byLabel.get(label).changes()));
      }
    }
  }

  @Test
  void should_show_the_base_beside_each_key_that_differs_by_service() throws IOException {
    Map<String, String> members = new LinkedHashMap<>(ShippedFiles.connectorConfig());
    members.put(
        "name", ShippedFiles.json("connector-configs/outbox-cdc.json").path("name").asText());

    assertThat(ReadmeRow.under(SERVICES))
        .isNotEmpty()
        .allSatisfy(
            row ->
                assertThat(ReadmeRow.code(row.cells().get(0)))
                    .containsExactly(members.get(row.names().get(0))));
  }

  @Test
  void should_find_a_wrong_value_in_every_notation() {
    List<String> shown =
        List.of("`a.b`", "`Converter`", "3", "2 KiB", "1 MiB", "10 s", "one day", "none");
    List<String> right =
        List.of("a.b", "org.x.Converter", "3", "2048", "1048576", "10000", "86400000", "");

    for (int cell = 0; cell < shown.size(); cell++) {
      ReadmeRow row = new ReadmeRow(List.of("k"), List.of("7; " + shown.get(cell) + " (sharded)"));
      Set<Value> values = row.values(Optional.of("sharded"));
      for (String value : right) {
        assertThat(values)
            .singleElement()
            .returns(
                value.equals(right.get(cell)),
                one -> one.shows(Optional.of(value).filter(text -> !text.isEmpty())));
      }
    }
  }

  private static boolean shows(ReadmeRow row, Value value, Map<String, String> settings) {
    return settings.keySet().stream()
        .filter(row::names)
        .anyMatch(key -> value.shows(Optional.ofNullable(settings.get(key))));
  }

  /** {@code outbox-cdc-wal-message.json} is called WAL messages. */
  private static String label(String file) {
    String name = file.replaceAll("outbox-cdc-|\\.json", "");
    return switch (name) {
      case "wal-message" -> "WAL messages";
      case "exactly-once" -> name;
      default -> name.replace('-', ' ');
    };
  }

  private static ReadmeRow rowOf(String file) throws IOException {
    return ReadmeRow.under(FILES).stream()
        .filter(row -> row.names().contains(file))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No row of " + file));
  }

  /** The row that names the key as it is, or else with a star. */
  private static ReadmeRow rowOfKey(String key) throws IOException {
    List<ReadmeRow> rows = ReadmeRow.under(KEYS);
    return Stream.concat(
            rows.stream().filter(row -> row.names().contains(key)),
            rows.stream().filter(row -> row.names(key)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No row of " + key));
  }

  private static Set<String> pairs(String file) throws IOException {
    return ShippedFiles.connectorConfig(file).entrySet().stream()
        .map(key -> key.getKey() + "=" + key.getValue())
        .collect(Collectors.toSet());
  }
}
