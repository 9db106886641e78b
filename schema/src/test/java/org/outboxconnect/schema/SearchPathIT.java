package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Plants objects where a careless function with its owner's rights would find them: before
 * PostgreSQL 15 everybody may create objects in {@code public}, and in pg_temp still.
 */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class SearchPathIT {

  private static final String TRAP = " LANGUAGE plpgsql AS $$ BEGIN RAISE 'trapped'; END $$";

  /** Exact matches, which the parser prefers to pg_catalog's polymorphic and coerced ones. */
  private static final String[] TRAPS = {
    "CREATE FUNCTION public.now() RETURNS timestamptz" + TRAP,
    "CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz" + TRAP,
    "CREATE FUNCTION public.current_database() RETURNS name" + TRAP,
    "CREATE FUNCTION public.cardinality(uuid[]) RETURNS integer" + TRAP,
    "CREATE FUNCTION public.cardinality(text[]) RETURNS integer" + TRAP,
    "CREATE FUNCTION public.format(text, text, text, text, text, text, text) RETURNS text" + TRAP,
    "CREATE FUNCTION public.unnest(uuid[]) RETURNS SETOF uuid" + TRAP,
    "CREATE FUNCTION public.unnest(text[]) RETURNS SETOF text" + TRAP,
    "CREATE FUNCTION public.concat(text, uuid, text, json) RETURNS text" + TRAP,
    "CREATE FUNCTION public.to_json(text) RETURNS json" + TRAP,
    "CREATE FUNCTION public.length(text) RETURNS integer" + TRAP,
    "CREATE FUNCTION public.octet_length(text) RETURNS integer" + TRAP,
    "CREATE FUNCTION public.array_agg(uuid) RETURNS uuid[]" + TRAP,
    "CREATE FUNCTION public.pg_logical_emit_message(boolean, text, text) RETURNS pg_lsn" + TRAP,
    "CREATE FUNCTION public.outbox_append(uuid[], text[], text[], text[], text[], varchar[])"
        + " RETURNS bigint[]"
        + TRAP,
    "CREATE FUNCTION public.encode(bytea, text) RETURNS text" + TRAP,
    "CREATE FUNCTION public.uuid_send(uuid) RETURNS bytea" + TRAP,
    "CREATE FUNCTION public.gen_random_uuid() RETURNS uuid" + TRAP,
    "CREATE FUNCTION public.outbox_write(uuid[], text[], text[], text[], text[], varchar[])"
        + " RETURNS uuid[]"
        + TRAP,
    "CREATE FUNCTION public.trap(bigint, integer) RETURNS bigint" + TRAP,
    "CREATE FUNCTION public.trap(numeric, integer) RETURNS numeric" + TRAP,
    "CREATE FUNCTION public.trap(tid, tid) RETURNS boolean" + TRAP,
    "CREATE FUNCTION public.trap(name, text) RETURNS boolean" + TRAP,
    "CREATE FUNCTION public.trap(name, name) RETURNS boolean" + TRAP,
    "CREATE FUNCTION public.trap(text, text) RETURNS boolean" + TRAP,
    "CREATE FUNCTION public.trap(integer, integer) RETURNS boolean" + TRAP,
    "CREATE OPERATOR public.| (FUNCTION = public.trap, LEFTARG = bigint, RIGHTARG = integer)",
    "CREATE OPERATOR public.% (FUNCTION = public.trap, LEFTARG = bigint, RIGHTARG = integer)",
    "CREATE OPERATOR public.* (FUNCTION = public.trap, LEFTARG = numeric, RIGHTARG = integer)",
    "CREATE OPERATOR public.= (FUNCTION = public.trap, LEFTARG = tid, RIGHTARG = tid)",
    "CREATE OPERATOR public.= (FUNCTION = public.trap, LEFTARG = name, RIGHTARG = text)",
    "CREATE OPERATOR public.= (FUNCTION = public.trap, LEFTARG = name, RIGHTARG = name)",
    "CREATE OPERATOR public.<> (FUNCTION = public.trap, LEFTARG = text, RIGHTARG = text)",
    "CREATE OPERATOR public.= (FUNCTION = public.trap, LEFTARG = integer, RIGHTARG = integer)",
    "CREATE TEMP TABLE outbox (id uuid, aggregate_type text, aggregate_id text, event_type text,"
        + " payload jsonb, headers jsonb, published_at timestamptz)",
    "CREATE TEMP TABLE pg_replication_slots (slot_name name)",
    "SET search_path = pg_temp, public, pg_catalog",
  };

  private static final String[] ADMIN_TRAPS = {
    "CREATE FUNCTION public.format(text, name) RETURNS text" + TRAP,
    "CREATE FUNCTION public.format(text, text) RETURNS text" + TRAP,
    "CREATE FUNCTION public.format(text, text, text) RETURNS text" + TRAP,
    "CREATE FUNCTION public.format(text, text, integer) RETURNS text" + TRAP,
    "CREATE FUNCTION public.format(text, regnamespace, text) RETURNS text" + TRAP,
    "CREATE FUNCTION public.format(text, regclass) RETURNS text" + TRAP,
    "CREATE FUNCTION public.format(text, regprocedure) RETURNS text" + TRAP,
    "CREATE FUNCTION public.format(text, regclass, text) RETURNS text" + TRAP,
    "CREATE FUNCTION public.octet_length(text) RETURNS integer" + TRAP,
    "CREATE FUNCTION public.outbox_template_relay(regclass, varchar[], varchar[], varchar[]) RETURNS text"
        + TRAP,
    "CREATE FUNCTION public.outbox_shard_name(varchar, integer, integer) RETURNS text" + TRAP,
    "CREATE FUNCTION public.outbox_shard_name(name, integer, integer) RETURNS text" + TRAP,
    "CREATE FUNCTION public.outbox_create_table(regclass, varchar, varchar) RETURNS regclass"
        + TRAP,
    "CREATE FUNCTION public.outbox_create_function(regclass, text, text, text, text, text, text, text, text)"
        + " RETURNS void"
        + TRAP,
    "CREATE FUNCTION public.trap(oid, regclass) RETURNS boolean" + TRAP,
    "CREATE OPERATOR public.= (FUNCTION = public.trap, LEFTARG = oid, RIGHTARG = regclass)",
  };

  private final int major;
  private TestDatabase database;

  SearchPathIT(int major) {
    this.major = major;
  }

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
    database.run(
        "DROP ROLE IF EXISTS attacker",
        "CREATE ROLE attacker LOGIN IN ROLE outbox_writer",
        "GRANT CREATE ON SCHEMA public TO attacker");
  }

  @AfterEach
  void drop() throws SQLException {
    database.run("DROP OWNED BY attacker CASCADE");
    database.close();
  }

  @Test
  void should_use_none_of_the_objects_when_the_caller_has_planted_them() throws Exception {
    try (Connection attacker = database.connectAs("attacker")) {
      Sql.run(attacker, TRAPS);

      Event.write(attacker, anEvent(), anEvent());
      Event.call(attacker, "public.outbox_append", anEvent(), anEvent());
      for (String suffix : List.of("write", "append", "emit")) {
        Sql.run(
            attacker,
            "SELECT public.outbox_%s('Order', '42', 'OrderPlaced', '1'::jsonb)".formatted(suffix));
      }
      assertThatThrownBy(
              () ->
                  Sql.run(
                      attacker,
                      "SELECT public.outbox_write('{}'::uuid[], '{a}'::text[], '{}'::text[],"
                          + " '{}'::text[], '{}'::text[], '{}'::text[])"))
          .hasMessageContaining("expected six arrays of the same length");

      assertThat(Sql.texts(attacker, "SELECT id FROM pg_temp.outbox")).isEmpty();
    }
    assertThat(DecodedInserts.next(database.admin())).hasSize(6);
  }

  @Test
  void should_use_none_of_the_objects_when_the_message_becomes_a_row() throws Exception {
    database.dropSlot();
    try (Connection attacker = database.connectAs("attacker")) {
      Sql.run(attacker, TRAPS);

      Event.call(attacker, "public.outbox_emit", anEvent(), anEvent());

      assertThat(Sql.texts(attacker, "SELECT id FROM pg_temp.outbox")).isEmpty();
    }
    assertThat(database.texts("SELECT id FROM public.outbox")).hasSize(2);
  }

  @Test
  void should_run_none_of_the_functions_with_the_rights_of_the_administrator() throws Exception {
    try (Connection attacker = database.connectAs("attacker")) {
      Sql.run(attacker, ADMIN_TRAPS);
    }
    database.run("DROP PUBLICATION outbox", "SELECT pg_drop_replication_slot('outbox')");

    database.run("SELECT outbox_create('public', 'events')");
    SchemaScripts.ADMIN.apply(database.admin());

    assertThat(database.texts("SELECT 1 FROM pg_replication_slots")).hasSize(1);
    assertThat(Event.call(database.admin(), "events_append", anEvent())).hasSize(1);
  }

  @Test
  void should_make_no_outbox_beside_what_others_have_planted() throws Exception {
    try (Connection attacker = database.connectAs("attacker")) {
      Sql.run(
          attacker,
          "CREATE FUNCTION public.events_emit(uuid[], text[], text[], text[], text[], text[])"
              + " RETURNS uuid[] LANGUAGE plpgsql SECURITY DEFINER AS $$-- Made by outbox_create; a"
              + " change is lost when it is called again.\nBEGIN RAISE 'trapped'; END $$");
    }
    database.run(
        "CREATE TABLE public.copies (LIKE public.outbox INCLUDING ALL)",
        "ALTER TABLE public.copies OWNER TO attacker");

    assertThatThrownBy(() -> database.run("SELECT outbox_create('public', 'events')"))
        .hasMessageContaining(
            "Function public.events_emit(uuid[],text[],text[],text[],text[],text[])")
        .hasMessageContaining("or does not belong to ");
    assertThatThrownBy(() -> database.run("SELECT outbox_create('public', 'copies')"))
        .hasMessageContaining("public.copies exists and belongs to attacker");
  }
}
