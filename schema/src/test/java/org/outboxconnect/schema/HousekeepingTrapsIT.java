package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Housekeeping is often run by an administrator. Before PostgreSQL 15 everybody may create objects
 * in {@code public}, where the functions look for their table of marks.
 */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class HousekeepingTrapsIT {

  private static final String TRAP = " LANGUAGE plpgsql AS $$ BEGIN RAISE 'trapped'; END $$";

  /** Exact matches, which the parser prefers to pg_catalog's coerced ones. */
  private static final String[] PAIRS = {
    "regclass, regclass", "oid, regclass", "regclass, oid", "regtype, oid", "name, text",
    "text, name", "bigint, bigint", "bigint, integer", "uuid, uuid", "pg_lsn, pg_lsn",
    "timestamptz, timestamptz", "\"char\", text", "\"char\", \"char\"", "int2, int4",
  };

  private static final String[] FUNCTIONS = {
    "now() RETURNS timestamptz",
    "format(text, regclass) RETURNS text",
    "format(text, regclass, text) RETURNS text",
    "format(text, name) RETURNS text",
    "format(text, name, name) RETURNS text",
    "array_length(bigint[], integer) RETURNS integer",
    "cardinality(uuid[]) RETURNS integer",
    "quote_ident(name) RETURNS text",
    "pg_current_wal_insert_lsn() RETURNS pg_lsn",
    "outbox_is_outbox(oid) RETURNS boolean",
    "outbox_baseline(oid, name, name) RETURNS bigint",
  };

  private final int major;
  private TestDatabase database;

  HousekeepingTrapsIT(int major) {
    this.major = major;
  }

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
    database.run(
        "DROP ROLE IF EXISTS attacker",
        "CREATE ROLE attacker LOGIN",
        "GRANT CREATE ON SCHEMA public TO attacker");
    try (Connection attacker = database.connectAs("attacker")) {
      for (String pair : PAIRS) {
        Sql.run(attacker, "CREATE FUNCTION public.trap(" + pair + ") RETURNS boolean" + TRAP);
        for (String operator : new String[] {"=", "<>", "<", "<=", ">", ">="}) {
          int comma = pair.indexOf(", ");
          Sql.run(
              attacker,
              "CREATE OPERATOR public.%s (FUNCTION = public.trap, LEFTARG = %s, RIGHTARG = %s)"
                  .formatted(operator, pair.substring(0, comma), pair.substring(comma + 2)));
        }
      }
      for (String function : FUNCTIONS) {
        Sql.run(attacker, "CREATE FUNCTION public." + function + TRAP);
      }
    }
  }

  @AfterEach
  void drop() throws SQLException {
    database.run("DROP OWNED BY attacker CASCADE");
    database.close();
  }

  @Test
  void should_use_none_of_the_objects_that_others_have_planted() throws Exception {
    anEvent().callOne(database.admin(), "outbox_append");
    database.run("SELECT outbox_mark_published(10, 'outbox'::regclass, 'outbox'::name)");
    DecodedInserts.next(database.admin());
    assertThat(database.texts("SELECT outbox_mark_published()")).containsExactly("1");
    assertThat(database.texts("SELECT outbox_cleanup('0'::interval)")).containsExactly("1");

    database.dropSlot();
    Event.write(database.admin(), anEvent());
    database.run("SELECT outbox_mark_published()");
    SchemaScripts.ADMIN.apply(database.admin());
    assertThat(database.texts("SELECT outbox_resend(true)")).containsExactly("1");
    assertThat(database.texts("SELECT outbox_resend(false)")).containsExactly("1");

    assertThatThrownBy(() -> database.run("SELECT 'outbox'::regclass = 'pg_class'::regclass"))
        .hasMessageContaining("trapped"); // the control
  }
}
