package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Further outboxes: beside each other, pointed to another slot, partitioned. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxCreateIT {

  private final int major;
  private TestDatabase database;

  OutboxCreateIT(int major) {
    this.major = major;
  }

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.withOutbox(major);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void should_copy_everything_that_makes_an_outbox_when_the_table_is_new() throws Exception {
    database.run("SELECT outbox_create('public', 'events')");

    for (String part :
        List.of(
            "SELECT attname, format_type(atttypid, -1), attnotnull, attidentity,"
                + " col_description(attrelid, attnum) FROM pg_attribute WHERE attnum > 0 AND"
                + " attrelid = '%s'::regclass",
            "SELECT contype, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid ="
                + " '%s'::regclass ORDER BY 1, 2",
            "SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = '%s'::regclass"
                + " ORDER BY 1",
            "SELECT regexp_replace(pg_get_indexdef(indexrelid), '^.* ON \\S+', '') FROM pg_index"
                + " WHERE indrelid = '%s'::regclass ORDER BY 1",
            "SELECT t.reloptions, c.reloptions, obj_description(c.oid) FROM pg_class AS c JOIN"
                + " pg_class AS t ON t.oid = c.reltoastrelid WHERE c.oid = '%s'::regclass")) {
      assertThat(database.texts(part.formatted("events")))
          .isNotEmpty()
          .isEqualTo(database.texts(part.formatted("outbox")));
    }
  }

  @Test
  void should_keep_outboxes_apart_when_two_have_the_same_name_and_slots_of_their_own()
      throws Exception {
    outboxWithSlot("shop", "events", "shop", "shop");
    outboxWithSlot("bank", "events", "bank", "bank");

    Event.call(database.admin(), "shop.events_write", anEvent().withPayload("1"));
    Event.call(database.admin(), "bank.events_write", anEvent().withPayload("2"));
    Event.call(database.admin(), "bank.events_append", anEvent().withPayload("3"));

    assertThat(DecodedInserts.next(database.admin(), "shop", "shop"))
        .extracting(row -> row.get("payload"))
        .containsExactly("1");
    assertThat(DecodedInserts.next(database.admin(), "bank", "bank"))
        .extracting(row -> row.get("payload"))
        .containsExactly("2", "3");
    assertThat(database.texts("SELECT payload FROM shop.events")).isEmpty();
    assertThat(database.texts("SELECT payload FROM bank.events")).containsExactly("3");
    database.run("SELECT pg_drop_replication_slot('shop')");

    Event.call(database.admin(), "shop.events_write", anEvent().withPayload("4"));
    Event.call(database.admin(), "bank.events_write", anEvent().withPayload("5"));

    assertThat(database.texts("SELECT payload FROM shop.events")).containsExactly("4");
    assertThat(database.texts("SELECT payload FROM bank.events")).containsExactly("3");
  }

  @Test
  void should_keep_owner_rights_and_rows_when_the_functions_are_pointed_to_another_slot()
      throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    String rights =
        "SELECT proname, proowner::regrole, proacl FROM pg_proc WHERE pronamespace ="
            + " 'public'::regnamespace ORDER BY oid";
    List<String> before = database.texts(rights);
    Event.call(database.admin(), "outbox_append", anEvent().withPayload("1"));

    database.run("SELECT outbox_create('public', 'outbox', 'second')");
    Event.write(database.admin(), anEvent().withPayload("2"));
    Event.call(database.admin(), "outbox_emit", anEvent().withPayload("3"));
    database.run("SELECT pg_create_logical_replication_slot('second', 'pgoutput')");
    Event.write(database.admin(), anEvent().withPayload("4"));

    assertThat(database.texts(rights)).isEqualTo(before);
    assertThat(database.texts("SELECT payload FROM outbox ORDER BY position"))
        .containsExactly("1", "2", "3");
    assertThat(DecodedInserts.next(database.admin(), "second", "outbox"))
        .extracting(row -> row.get("payload"))
        .containsExactly("4");
  }

  @Test
  void should_give_new_functions_to_the_owner_of_the_table_when_somebody_else_makes_them()
      throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    database.run(
        "DROP FUNCTION outbox_emit(text, text, text, jsonb, jsonb, uuid)",
        "DROP FUNCTION outbox_emit(uuid[], text[], text[], text[], text[], text[])",
        "DROP ROLE IF EXISTS \"Next Migrator\"",
        "CREATE ROLE \"Next Migrator\" LOGIN IN ROLE outbox_owner");
    try (Connection migrator = database.connectAs("\"Next Migrator\"")) {
      Sql.run(migrator, "SELECT outbox_create('public', 'outbox')");
    }

    assertThat(
            database.texts(
                "SELECT proowner::regrole, proacl FROM pg_proc WHERE proname = 'outbox_emit'"))
        .hasSize(2)
        .containsOnly("outbox_owner|{outbox_owner=X/outbox_owner}");
    database.run("DROP ROLE \"Next Migrator\"");
  }

  @Test
  void should_keep_the_rows_when_the_publication_does_not_have_the_table_or_inserts()
      throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    database.run("SELECT outbox_create('public', 'events')");
    Event.call(database.admin(), "events_write", anEvent().withPayload("1"));
    database.run("ALTER PUBLICATION outbox ADD TABLE events");
    Event.call(database.admin(), "events_write", anEvent().withPayload("2"));
    database.run("ALTER PUBLICATION outbox SET (publish = 'update')");
    Event.call(database.admin(), "events_write", anEvent().withPayload("3"));
    database.run("DROP PUBLICATION outbox", "CREATE PUBLICATION outbox FOR ALL TABLES");
    Event.call(database.admin(), "events_write", anEvent().withPayload("4"));

    assertThat(database.texts("SELECT payload FROM events ORDER BY position"))
        .containsExactly("1", "3");
  }

  @Test
  void should_make_one_outbox_when_two_sessions_create_it_at_once() throws Exception {
    try (Connection first = database.connect();
        Connection second = database.connect()) {
      first.setAutoCommit(false);
      Sql.run(first, "SELECT outbox_create('public', 'events')");
      CompletableFuture<Void> waiting =
          CompletableFuture.runAsync(
              () -> {
                try {
                  Sql.run(second, "SELECT outbox_create('public', 'events')");
                } catch (SQLException e) {
                  throw new AssertionError(e);
                }
              });
      Awaitility.await()
          .until(
              () ->
                  !database
                      .texts(
                          "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND"
                              + " database = (SELECT oid FROM pg_database WHERE datname ="
                              + " current_database())")
                      .isEmpty());
      first.commit();
      waiting.get(1, TimeUnit.MINUTES);
    }

    assertThat(Event.call(database.admin(), "events_append", anEvent())).hasSize(1);
  }

  @Test
  void should_append_and_emit_but_not_write_when_the_table_is_partitioned() throws Exception {
    database.run(
        "CREATE TABLE events (LIKE outbox INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING"
            + " CONSTRAINTS) PARTITION BY RANGE (created_at)",
        "CREATE TABLE events_all PARTITION OF events DEFAULT",
        "SELECT outbox_create('public', 'events')");

    assertThat(Event.call(database.admin(), "events_append", anEvent(), anEvent())).hasSize(2);
    assertThat(Event.call(database.admin(), "events_emit", anEvent())).hasSize(1);
    assertThat(database.texts("SELECT 1 FROM pg_proc WHERE proname = 'events_write'")).isEmpty();
    assertThat(database.texts("SELECT 1 FROM events")).hasSize(3);
  }

  private void outboxWithSlot(String schema, String table, String slot, String publication)
      throws SQLException {
    database.run(
        "CREATE SCHEMA IF NOT EXISTS " + schema,
        "SELECT outbox_create('%s', '%s', '%s', '%s')".formatted(schema, table, slot, publication),
        "CREATE PUBLICATION %s FOR TABLE %s.%s WITH (publish = 'insert')"
            .formatted(publication, schema, table),
        "SELECT pg_create_logical_replication_slot('%s', 'pgoutput')".formatted(slot));
  }
}
