package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that break careless quoting, cut names, or close a template too early. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class OddNamesIT {

  private static final String PUBLICATION = "\"The \"\"one\"\" of %s, 'x' $1 \\\"";
  private static final String INSERTS_AND_MESSAGES =
      "SELECT data FROM pg_logical_slot_get_binary_changes('odd', NULL, NULL,"
          + " 'proto_version', '1', 'messages', 'true', 'publication_names', ?)"
          + " WHERE get_byte(data, 0) IN (ascii('I'), ascii('M'))";

  private static TestDatabase database;

  OddNamesIT(int major) {} // JUnit wants to hand the version over, which create uses

  @BeforeParameterizedClassInvocation
  static void create(int major) throws SQLException {
    database = TestDatabase.withOutbox(major);
    database.run(
        "CREATE PUBLICATION %s FOR TABLE outbox WITH (publish = 'insert')".formatted(PUBLICATION),
        "SELECT pg_create_logical_replication_slot('odd', 'pgoutput')");
  }

  @AfterParameterizedClassInvocation
  static void drop() throws SQLException {
    database.close();
  }

  @ParameterizedTest(name = "{0}.{1}")
  @MethodSource("names")
  void should_write_on_every_way_when_the_names_are_odd(String schema, String table)
      throws SQLException {
    String outbox = quoted(schema) + "." + quoted(table);
    database.run("CREATE SCHEMA IF NOT EXISTS " + quoted(schema));
    Sql.texts(
        database.admin(),
        "SELECT outbox_create(?, ?, 'odd', ?)",
        schema,
        table,
        PUBLICATION.substring(1, PUBLICATION.length() - 1).replace("\"\"", "\""));
    database.run("ALTER PUBLICATION %s ADD TABLE %s".formatted(PUBLICATION, outbox));

    for (String suffix : List.of("_write", "_append", "_emit")) {
      String function = quoted(schema) + "." + quoted(table + suffix);
      Event.call(database.admin(), function, anEvent().withPayload("1"));
      anEvent().withPayload("2").callOne(database.admin(), function);
    }

    assertThat(database.texts("SELECT payload FROM %s ORDER BY position".formatted(outbox)))
        .containsExactly("1", "2"); // those of _append
    assertThat(Sql.texts(database.admin(), INSERTS_AND_MESSAGES, PUBLICATION)).hasSize(6);
    assertThat(database.texts("SELECT id FROM public.outbox")).isEmpty();
  }

  static Stream<Arguments> names() {
    return Stream.of(
        arguments("public", "events"),
        arguments("My Schema", "Events"),
        arguments("a.b", "c.d"),
        arguments("select", "table"),
        arguments("%s %1$L %%", "%I %2$s"),
        arguments("$function$ $1", "$template$ $body$ $$"),
        arguments("'; DROP TABLE outbox; --", "*/ -- \n BEGIN"),
        arguments("\"quoted\"", "it's \"quoted\""),
        arguments("back\\slash", "back\\slash\\'"),
        arguments("\u00e4".repeat(31) + "x", "\u00e4".repeat(28))); // 63 and 56 bytes
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
