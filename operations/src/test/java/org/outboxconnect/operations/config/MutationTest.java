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
import org.junit.jupiter.params.provider.MethodSource;

/** Takes each packaged file and does harm to one key after the other. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MutationTest {

  /** Lines {@code key :: harmful value}. */
  private static final String HARMFUL =
      """
      connector.class :: io.debezium.connector.mysql.MySqlConnector
      tasks.max :: 8
      database.hostname :: pgbouncer
      database.port :: 6432
      database.dbname :: shop?x
      database.user :: postgres
      database.password :: hunter2
      plugin.name :: decoderbufs
      publication.name :: dbz_publication
      publication.autocreate.mode :: all_tables
      slot.name :: debezium
      slot.failover :: false
      slot.drop.on.stop :: true
      snapshot.mode :: when_needed
      table.include.list :: .*
      guardrail.collections.max :: 0
      guardrail.collections.limit.action :: warn
      skipped.operations :: none
      tombstones.on.delete :: true
      message.prefix.exclude.list :: orders
      extended.headers.enabled :: true
      lsn.flush.mode :: connector_and_driver
      heartbeat.interval.ms :: 0
      heartbeat.action.query :: SELECT pg_logical_emit_message(false, 'outbox-heartbeat', now()::text)
      poll.interval.ms :: 5000
      max.queue.size.in.bytes :: 0
      message.prefix.include.list :: orders
      binary.handling.mode :: base64
      transforms.message.type :: com.example.Message
      transaction.boundary :: connector
      producer.override.max.in.flight.requests.per.connection :: 6
      producer.override.linger.ms :: 5000
      producer.override.batch.size :: 0
      errors.tolerance :: all
      errors.max.retries :: 3
      event.processing.failure.handling.mode :: skip
      event.converting.failure.handling.mode :: warn
      key.converter :: org.apache.kafka.connect.json.JsonConverter
      value.converter :: org.apache.kafka.connect.json.JsonConverter
      header.converter :: org.apache.kafka.connect.json.JsonConverter
      predicates :: none
      predicates.isOutboxInsert.type :: org.apache.kafka.connect.transforms.predicates.TopicNameMatches
      transforms :: outbox,headers,guard
      transforms.guard.type :: com.example.Guard
      transforms.guard.on.violation :: drop
      transforms.guard.topic.pattern :: ${aggregate_type}
      transforms.guard.payload.max.bytes :: 2000000
      transforms.headers.type :: com.example.Headers
      transforms.headers.predicate :: isSomething
      transforms.outbox.type :: io.debezium.transforms.ExtractNewRecordState
      transforms.outbox.predicate :: isSomething
      transforms.outbox.table.field.event.id :: event_id
      transforms.outbox.table.field.event.key :: aggregate_type
      transforms.outbox.table.field.event.payload :: headers
      transforms.outbox.table.expand.json.payload :: true
      transforms.outbox.table.op.invalid.behavior :: warn
      transforms.outbox.route.by.field :: event_type
      transforms.outbox.route.topic.replacement :: events
      topic.creation.default.replication.factor :: 1
      topic.creation.groups :: other
      topic.creation.heartbeat.include :: something-else
      """;

  /** Keys for which no value does harm that a file can show. */
  private static final Map<String, String> HARMLESS =
      Map.of(
          "topic.prefix", "any name works, it must only not change later",
          "max.batch.size", "alone any size works, it trades latency for throughput",
          "max.queue.size", "Debezium itself refuses one that isn't larger than the batch",
          "exactly.once.support", "without it delivery is at least once, as in the other files",
          "producer.override.enable.idempotence", "alone: a retry may repeat a record",
          "topic.creation.default.partitions", "any number works, it must only not change later",
          "topic.creation.heartbeat.replication.factor", "a lost heartbeat is no loss",
          "topic.creation.heartbeat.partitions", "more of them cost a little",
          "topic.creation.heartbeat.retention.ms", "nobody reads old heartbeats");

  /** What nobody misses where messages are read: a table is captured for kept rows alone. */
  private static final String TABLES = "table.include.list|guardrail.*";

  /** Keys whose default is good today: they are in the file so that it stays so. */
  private static final List<String> GOOD_DEFAULT =
      List.of(
          "tasks.max",
          "database.hostname",
          "database.port",
          "database.dbname",
          "database.user",
          "database.password",
          "slot.drop.on.stop",
          "lsn.flush.mode",
          "binary.handling.mode",
          "transaction.boundary",
          "producer.override.max.in.flight.requests.per.connection",
          "producer.override.linger.ms",
          "producer.override.batch.size",
          "errors.tolerance",
          "errors.max.retries",
          "event.processing.failure.handling.mode",
          "transforms.guard.on.violation",
          "transforms.guard.topic.pattern",
          "transforms.guard.payload.max.bytes",
          "transforms.outbox.table.field.event.id",
          "transforms.outbox.table.field.event.payload",
          "transforms.outbox.table.expand.json.payload");

  static List<Path> files() throws IOException {
    return PackagedFilesTest.files();
  }

  static Stream<Arguments> mutations() throws IOException {
    return files().stream()
        .flatMap(
            file ->
                mutants().entrySet().stream()
                    .filter(mutant -> packaged(file).containsKey(mutant.getKey()))
                    .filter(mutant -> !readsMessages(file) || !mutant.getKey().matches(TABLES))
                    .map(mutant -> Arguments.of(file, mutant.getKey(), mutant.getValue())));
  }

  static Stream<Arguments> removals() throws IOException {
    return files().stream()
        .flatMap(
            file ->
                packaged(file).keySet().stream()
                    .filter(key -> !HARMLESS.containsKey(key) && !GOOD_DEFAULT.contains(key))
                    .filter(key -> !key.startsWith("topic.creation.heartbeat"))
                    .filter(key -> !readsMessages(file) || !key.matches(TABLES))
                    .map(key -> Arguments.of(file, key)));
  }

  private static boolean readsMessages(Path file) {
    return packaged(file).containsKey("transforms.message.type");
  }

  private static Map<String, String> packaged(Path file) {
    return ConnectorFile.parse(Texts.read(file)).config();
  }

  @ParameterizedTest
  @MethodSource("mutations")
  void should_find_it_when_one_key_has_its_harmful_value(Path file, String key, String value) {
    Map<String, String> config = new LinkedHashMap<>(packaged(file));
    config.put(key, value);

    assertThat(ConnectorCheck.check(Texts.json(config))).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("removals")
  void should_find_it_when_one_key_is_missing(Path file, String key) {
    Map<String, String> config = new LinkedHashMap<>(packaged(file));
    config.remove(key);

    assertThat(ConnectorCheck.check(Texts.json(config))).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("files")
  void should_know_the_harm_of_every_packaged_key(Path file) {
    TreeSet<String> known = new TreeSet<>(mutants().keySet());
    known.addAll(HARMLESS.keySet());

    assertThat(packaged(file).keySet())
        .as("keys of %s that MutationTest doesn't know", file.getFileName())
        .isSubsetOf(known);
  }

  private static Map<String, String> mutants() {
    Map<String, String> mutants = new LinkedHashMap<>();
    HARMFUL
        .lines()
        .map(line -> line.split(" :: ", 2))
        .forEach(parts -> mutants.put(parts[0], parts[1]));
    return mutants;
  }
}
