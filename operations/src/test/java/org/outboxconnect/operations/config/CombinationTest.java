package org.outboxconnect.operations.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What does harm only together: further edits of a packaged file, and two variants in one. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CombinationTest {

  private static final Path FOLDER = Texts.ROOT.resolve("connector-configs");
  private static final Path BASE = FOLDER.resolve("outbox-cdc.json");

  /** Pairs that the README of connector-configs warns of; others go together. */
  private static final Map<String, String> HARMFUL =
      Map.of(
          "exactly-once+low-latency", "transaction-per-event",
          "sharded+wal-message", "messages-with-shards");

  @ParameterizedTest
  @CsvSource({
    "high-throughput, producer.override.enable.idempotence=false, producer-reorders",
    "high-throughput, -producer.override.enable.idempotence, producer-reorders",
    "high-throughput, producer.override.max.in.flight.requests.per.connection=6,"
        + " producer-too-many-in-flight",
    "exactly-once, max.batch.size=1, transaction-per-event",
    "low-latency, exactly.once.support=required, transaction-per-event",
    "wal-message, slot.name=outbox_2_1, messages-with-shards",
    "wal-message, publication.name=outbox_2_1, messages-with-shards"
  })
  void should_refuse_it_by_this_rule_alone_when_one_more_key_changes(
      String variant, String edit, String rule) {
    assertThat(check(Texts.edited(packaged(file(variant)), edit))).containsExactly(rule);
  }

  /** In every file: some have one request in flight, others the producer is not idempotent. */
  @ParameterizedTest
  @MethodSource("files")
  void should_refuse_several_in_flight_when_the_producer_is_not_idempotent(Path file) {
    String inFlight = "producer.override.max.in.flight.requests.per.connection=";
    String idempotent = "producer.override.enable.idempotence=";
    String transactions = "exactly.once.support=required"; // its producer is idempotent

    assertThat(check(Texts.edited(packaged(file), inFlight + "2 | " + idempotent + "false")))
        .isEqualTo(
            packaged(file).containsValue("required") ? List.of() : List.of("producer-reorders"));
    assertThat(
            check(Texts.edited(packaged(file), inFlight + "2 | -max.batch.size | " + transactions)))
        .isEmpty();
    assertThat(check(Texts.edited(packaged(file), inFlight + "5 | " + idempotent + "true")))
        .isEmpty();
    assertThat(check(Texts.edited(packaged(file), inFlight + "6 | " + idempotent + "true")))
        .containsExactly("producer-too-many-in-flight");
  }

  static List<Path> files() throws IOException {
    return PackagedFilesTest.files();
  }

  static Stream<Arguments> pairs() throws IOException {
    List<Path> variants = files().stream().filter(file -> !file.equals(BASE)).toList();
    return variants.stream()
        .flatMap(
            one ->
                variants.stream()
                    .filter(other -> name(one).compareTo(name(other)) < 0)
                    .filter(other -> haveNoKeyInCommon(one, other))
                    .map(other -> Arguments.of(name(one), name(other))));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void should_refuse_two_variants_in_one_when_the_readme_warns_of_them(String one, String other) {
    Map<String, String> both = packaged(BASE);
    apply(changes(file(one)), both);
    apply(changes(file(other)), both);
    String harm = HARMFUL.get(one + "+" + other);

    assertThat(check(both)).isEqualTo(harm == null ? List.of() : List.of(harm));
  }

  private static List<String> check(Map<String, String> config) {
    return ConnectorCheck.check(Texts.json(config)).stream().map(Finding::rule).toList();
  }

  private static Path file(String variant) {
    return FOLDER.resolve("outbox-cdc-" + variant + ".json");
  }

  private static String name(Path file) {
    return file.getFileName().toString().replaceAll("outbox-cdc-|\\.json", "");
  }

  private static Map<String, String> packaged(Path file) {
    return new LinkedHashMap<>(ConnectorFile.parse(Texts.read(file)).config());
  }

  private static boolean haveNoKeyInCommon(Path one, Path other) {
    TreeSet<String> common = new TreeSet<>(changes(one).keySet());
    common.retainAll(changes(other).keySet());
    return common.isEmpty();
  }

  /** What a variant changes of the base; the empty text for a key that it takes away. */
  private static Map<String, String> changes(Path variant) {
    Map<String, String> base = packaged(BASE);
    Map<String, String> changes = packaged(variant);
    changes.entrySet().removeAll(base.entrySet());
    base.keySet().stream()
        .filter(key -> !packaged(variant).containsKey(key))
        .forEach(key -> changes.put(key, ""));
    return changes;
  }

  private static void apply(Map<String, String> changes, Map<String, String> config) {
    config.putAll(changes);
    config.values().removeIf(String::isEmpty);
  }
}
