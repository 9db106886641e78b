package org.outboxconnect.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigTransformer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged connector JSON and the worker lines that it relies on. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConnectorConfigTest {

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}:]+):([^}]+)}");

  static List<String> files() throws IOException {
    return ShippedFiles.connectors();
  }

  @ParameterizedTest
  @MethodSource("files")
  void should_be_postable_as_it_is_when_read(String name) throws IOException {
    JsonNode file = ShippedFiles.json("connector-configs/" + name);

    assertThat(file.fieldNames()).toIterable().containsExactly("name", "config");
    assertThat(file.path("name").textValue()).startsWith("outbox");
    assertThat(ShippedFiles.connectorConfig(name)).doesNotContainKey("name");
  }

  @ParameterizedTest
  @MethodSource("files")
  void should_hold_no_place_and_no_secret_of_its_own_when_read(String file) throws IOException {
    assertThat(ShippedFiles.connectorConfig(file))
        .containsEntry("database.hostname", "${env:OUTBOX_DB_HOST}")
        .containsEntry("database.port", "${env:OUTBOX_DB_PORT}")
        .containsEntry("database.dbname", "${env:OUTBOX_DB_NAME}")
        .containsEntry("database.user", "${env:OUTBOX_DB_USER}")
        .containsEntry("database.password", "${dir:/etc/outbox/secrets:db-password}");
  }

  @Test
  void should_find_every_reference_allowed_when_the_worker_lines_are_used() throws IOException {
    Map<String, String> worker = ShippedFiles.properties("connector-configs/worker.properties");
    List<String> providers = List.of(worker.get("config.providers").split(","));

    List<String> values = new ArrayList<>(ShippedFiles.connectorConfig().values());
    values.addAll(kafkaLines().values());
    for (String value : values) {
      for (MatchResult reference : REFERENCE.matcher(value).results().toList()) {
        assertThat(providers).contains(reference.group(1));
        assertThat(reference.group(2))
            .matches(
                name ->
                    name.matches(worker.get("config.providers.env.param.allowlist.pattern"))
                        || name.startsWith(
                            worker.get("config.providers.dir.param.allowed.paths") + ":"));
      }
    }
  }

  @Test
  void should_say_the_same_to_each_client_of_the_worker_when_the_lines_for_kafka_are_read()
      throws IOException {
    Map<String, String> lines = kafkaLines();
    Map<String, String> workers = new TreeMap<>(lines);
    workers.keySet().removeIf(key -> key.matches("(producer|consumer)\\..*"));
    Map<String, String> expected = new TreeMap<>(workers);
    workers.forEach((key, value) -> expected.put("producer." + key, value));
    workers.forEach((key, value) -> expected.put("consumer." + key, value));

    assertThat(lines).isEqualTo(expected).hasSize(15);
    assertThat(lines.get("sasl.jaas.config"))
        .contains("password=\"${dir:/etc/outbox/secrets:kafka-password}\";");
  }

  private static Map<String, String> kafkaLines() throws IOException {
    return ShippedFiles.properties("connector-configs/worker-kafka-tls-scram.properties");
  }

  @Test
  void should_leave_the_topic_pattern_alone_when_references_are_resolved() throws IOException {
    String key = "transforms.outbox.route.topic.replacement";
    String pattern = ShippedFiles.connectorConfig().get(key);

    assertThat(pattern).isEqualTo("${routedByValue}.events");
    assertThat(new ConfigTransformer(Map.of()).transform(Map.of(key, pattern)).data())
        .containsEntry(key, pattern);
  }

  @ParameterizedTest
  @MethodSource("files")
  void should_put_the_guard_first_and_every_other_step_behind_our_predicate(String file)
      throws IOException {
    Map<String, String> config = ShippedFiles.connectorConfig(file);
    // what reads messages stands before it and makes rows of them
    List<String> steps = List.of(config.get("transforms").replace("message,", "").split(","));

    assertThat(config.get("transforms." + steps.get(steps.size() - 1) + ".type"))
        .isEqualTo("io.debezium.transforms.outbox.EventRouter");
    assertThat(config)
        .containsEntry("transforms." + steps.get(0) + ".type", "org.outboxconnect.smt.OutboxGuard")
        .doesNotContainKey("transforms." + steps.get(0) + ".predicate"); // it sees all changes
    assertThat(steps.subList(1, steps.size()))
        .allSatisfy(
            step ->
                assertThat(config)
                    .containsEntry("transforms." + step + ".predicate", "isOutboxInsert"));
    assertThat(config)
        .containsEntry("predicates", "isOutboxInsert")
        .containsEntry("predicates.isOutboxInsert.type", "org.outboxconnect.smt.IsOutboxInsert");
  }

  @ParameterizedTest
  @MethodSource("files")
  void should_explain_every_key_when_the_readme_is_read(String file) throws IOException {
    List<Pattern> rows =
        Files.readAllLines(ShippedFiles.path("connector-configs/README.md")).stream()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.replaceFirst("^\\|([^|]*)\\|.*", "$1"))
            .flatMap(cell -> Pattern.compile("`([^`]+)`").matcher(cell).results())
            .map(name -> name.group(1))
            .map(name -> Pattern.compile(name.replace(".", "\\.").replace("*", ".*")))
            .toList();

    assertThat(ShippedFiles.connectorConfig(file).keySet())
        .filteredOn(key -> rows.stream().noneMatch(row -> row.matcher(key).matches()))
        .containsExactly("connector.class");
  }
}
