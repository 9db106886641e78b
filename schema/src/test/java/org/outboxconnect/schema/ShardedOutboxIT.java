package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two relays share an outbox: each aggregate comes out of one slot, and of no other. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {15, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class ShardedOutboxIT {

  private static final String MARK = "SELECT outbox_mark_published(shards => 2)";

  private final int major;
  private TestDatabase database;

  ShardedOutboxIT(int major) {
    this.major = major;
  }

  @BeforeEach
  void create() throws SQLException {
    database = Shards.database(major, 2);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void should_deliver_each_aggregate_in_order_by_one_shard() throws Exception {
    List<String> aggregates = IntStream.range(0, 40).mapToObj(n -> "Bestellung ä€😀 " + n).toList();
    for (int round = 0; round < 2; round++) {
      String payload = Integer.toString(round);
      Event.write(
          database.admin(),
          aggregates.stream()
              .map(id -> anEvent().withAggregateId(id).withPayload(payload))
              .toArray(Event[]::new));
    }

    List<List<Map<String, String>>> shards = Shards.next(database, 2);

    assertThat(shards).allSatisfy(rows -> assertThat(rows).isNotEmpty());
    assertThat(ids(shards.get(0))).doesNotContainAnyElementsOf(ids(shards.get(1)));
    for (String aggregate : aggregates) {
      assertThat(shards.stream().flatMap(List::stream))
          .filteredOn(row -> row.get("aggregate_id").equals(aggregate))
          .extracting(row -> row.get("payload"))
          .containsExactly("0", "1");
    }
    assertThat(database.texts("SELECT id FROM outbox")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void should_keep_the_row_at_once_when_one_slot_is_dropped(int shard) throws Exception {
    Event.write(database.admin(), anEvent());
    Shards.next(database, 2);
    Event.write(database.admin(), anEvent()); // so that both are remembered

    database.run("SELECT pg_drop_replication_slot('%s')".formatted(Shards.name(2, shard)));
    Event.write(database.admin(), anEvent().withPayload("7"));

    assertThat(database.texts("SELECT payload FROM outbox")).containsExactly("7");
  }

  @Test
  void should_refuse_a_message_because_every_shard_would_send_it() {
    assertThatThrownBy(() -> Event.call(database.admin(), "outbox_emit", anEvent()))
        .hasMessageContaining(
            "outbox can't emit: it has 2 shards, and each of them would send every message.")
        .hasMessageContaining("Hint: Row filters know no messages.");
  }

  @Test
  void should_send_kept_rows_once_when_all_shards_are_there_again() throws Exception {
    database.run("DROP PUBLICATION outbox_2_1");
    for (String aggregate : List.of("a", "b", "c", "d")) {
      Event.write(database.admin(), anEvent().withAggregateId(aggregate));
    }
    assertThat(database.texts("SELECT 1 FROM outbox")).hasSize(4);
    assertThatThrownBy(() -> database.run("SELECT outbox_resend(false, shards => 2)"))
        .hasMessageContaining(
            "no row was sent, because publication \"outbox_2_1\" does not exist in database");

    database.dropSlot(); // one can't read what is older than its publication
    Shards.make(database, 2);
    assertThat(database.texts("SELECT outbox_resend(false, shards => 2)")).containsExactly("4");

    assertThat(Shards.payloads(database, 2)).hasSize(4);
    assertThat(database.texts("SELECT 1 FROM outbox")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void should_mark_rows_only_when_every_shard_has_confirmed_them(int slowest) throws Exception {
    Event.call(
        database.admin(),
        "outbox_append",
        anEvent().withAggregateId("a"),
        anEvent().withAggregateId("b"),
        anEvent().withAggregateId("c"));
    String quick = Shards.name(2, 1 - slowest);
    String slow = Shards.name(2, slowest);
    assertThat(database.texts(MARK)).containsExactly("0"); // notes

    DecodedInserts.next(database.admin(), quick, quick);
    assertThat(database.texts(MARK)).containsExactly("0");
    DecodedInserts.next(database.admin(), slow, slow);

    assertThat(database.texts(MARK)).containsExactly("3");
  }

  @Test
  void should_mark_as_a_housekeeper_who_may_do_no_more() throws Exception {
    anEvent().callOne(database.admin(), "outbox_append");
    try (Connection housekeeper = database.connectAs("outbox_housekeeper")) {
      Sql.run(housekeeper, MARK);
      Shards.next(database, 2);
      assertThat(Sql.texts(housekeeper, MARK)).containsExactly("1");
    }
  }

  /** The rows of that time may be missing from one shard. */
  @Test
  void should_mark_no_row_that_is_older_than_a_slot_which_was_made_again() throws Exception {
    anEvent().callOne(database.admin(), "outbox_append");
    database.run("SELECT pg_drop_replication_slot('outbox_2_1')");
    Shards.make(database, 2);

    for (int call = 0; call < 3; call++) {
      assertThat(database.texts(MARK)).containsExactly("0");
      Shards.next(database, 2);
    }
    assertThat(database.texts("SELECT outbox_resend(true, shards => 2)")).containsExactly("1");
  }

  @Test
  void should_change_nothing_when_the_files_are_run_twice() throws Exception {
    Event.write(database.admin(), anEvent());
    Shards.make(database, 2);

    assertThat(Shards.payloads(database, 2)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "outbox_2_1 FOR TABLE outbox",
        "outbox_2_1 FOR ALL TABLES",
        "outbox_2_1 FOR TABLES IN SCHEMA public",
        "outbox_2_1 FOR TABLE outbox WHERE (mod(hashtextextended(aggregate_id, 0) & 9223372036854775807, 2) = 0)"
      })
  void should_refuse_a_publication_that_has_other_rows(String publication) throws Exception {
    database.run(
        "DROP PUBLICATION outbox_2_1",
        "CREATE PUBLICATION " + publication + " WITH (publish = 'insert')");

    assertThatThrownBy(() -> Shards.make(database, 2))
        .hasMessageContaining("Publication \"outbox_2_1\" exists, but does not publish exactly")
        .hasMessageContaining("Hint: Each event has to belong to one shard.");
  }

  @Test
  void should_work_alike_when_the_names_are_odd_and_as_long_as_they_can_be() throws Exception {
    String slot = "s".repeat(59);
    String publication = "The \"one\" of %s, 'x' $1 \\" + "p".repeat(34);
    set("outbox.table_name", "\"My Schema\".\"it's \"\"one\"\"\"");
    set("outbox.slot_name", slot);
    set("outbox.publication_name", publication);
    database.run("CREATE SCHEMA \"My Schema\"");
    Sql.texts(
        database.admin(),
        "SELECT outbox_create('My Schema', 'it''s \"one\"', ?, ?, 2)",
        slot,
        publication);
    Shards.make(database, 2);

    Event.call(
        database.admin(),
        "\"My Schema\".\"it's \"\"one\"\"_write\"",
        anEvent().withAggregateId("a"),
        anEvent().withAggregateId("b"),
        anEvent().withAggregateId("c"));

    assertThat(database.texts("SELECT 1 FROM \"My Schema\".\"it's \"\"one\"\"\"")).isEmpty();
    int delivered = 0;
    for (String suffix : List.of("_2_0", "_2_1")) {
      String quoted = '"' + (publication + suffix).replace("\"", "\"\"") + '"';
      delivered += DecodedInserts.next(database.admin(), slot + suffix, quoted).size();
    }
    assertThat(delivered).isEqualTo(3);
  }

  private void set(String setting, String value) throws SQLException {
    Sql.texts(database.admin(), "SELECT set_config(?, ?, false)", setting, value);
  }

  private static Set<String> ids(List<Map<String, String>> rows) {
    return rows.stream().map(row -> row.get("aggregate_id")).collect(Collectors.toSet());
  }
}
