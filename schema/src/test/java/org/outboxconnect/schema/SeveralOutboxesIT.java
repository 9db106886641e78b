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

/** The administrator's files, run for more than one outbox of a database. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class SeveralOutboxesIT {

  private static final String PARTITIONED =
      "CREATE TABLE events (LIKE outbox INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING"
          + " CONSTRAINTS) PARTITION BY RANGE (created_at)";

  private final int major;
  private TestDatabase database;

  SeveralOutboxesIT(int major) {
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
  void should_serve_several_outboxes_by_one_slot_when_each_is_named_by_a_setting()
      throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    database.run(
        "CREATE SCHEMA \"My Shop\"",
        "SELECT outbox_create('My Shop', 'Events')",
        "SET outbox.table_name = '\"My Shop\".\"Events\"'");
    try (Connection service = database.connectAs("outbox_writer")) {
      assertThatThrownBy(
              () -> Event.call(service, "\"My Shop\".\"Events_write\"", anEvent().withPayload("0")))
          .hasMessageContaining("permission denied for schema My Shop");

      SchemaScripts.ADMIN.apply(database.admin());
      SchemaScripts.ADMIN.apply(database.admin());

      Event.call(service, "\"My Shop\".\"Events_write\"", anEvent().withPayload("1"));
      Event.call(service, "outbox_write", anEvent().withPayload("2"));
      Event.call(service, "\"My Shop\".\"Events_append\"", anEvent().withPayload("3"));
    }

    assertThat(DecodedInserts.next(database.admin()))
        .extracting(row -> row.get("payload"))
        .containsExactly("1", "2", "3");
    assertThat(database.texts("SELECT payload FROM \"My Shop\".\"Events\"")).containsExactly("3");
  }

  @Test
  void should_make_a_slot_and_a_publication_of_their_own_when_settings_name_them()
      throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    database.run(
        "SELECT outbox_create('public', 'events', 'second', 'The Second')",
        "SET outbox.table_name = events",
        "SET outbox.slot_name = second",
        "SET outbox.publication_name = 'The Second'");

    SchemaScripts.ADMIN.apply(database.admin());
    Event.call(database.admin(), "events_write", anEvent());
    Event.write(database.admin(), anEvent());

    assertThat(database.texts("SELECT * FROM events")).isEmpty();
    assertThat(database.texts("SELECT * FROM outbox")).isEmpty();
    assertThat(DecodedInserts.next(database.admin(), "second", "\"The Second\"")).hasSize(1);
    assertThat(DecodedInserts.next(database.admin())).hasSize(1);
  }

  @Test
  void should_publish_a_partitioned_outbox_under_its_own_name_when_it_comes_second()
      throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    database.run(
        PARTITIONED,
        "CREATE TABLE events_all PARTITION OF events DEFAULT",
        "SELECT outbox_create('public', 'events')",
        "SET outbox.table_name = 'events'");
    SchemaScripts.ADMIN.apply(database.admin());

    Event.call(database.admin(), "events_append", anEvent());

    assertThat(database.texts("SELECT tablename FROM pg_publication_tables ORDER BY 1"))
        .containsExactly("events", "outbox");
    assertThat(DecodedInserts.next(database.admin())).hasSize(1);
    assertThat(database.texts("SELECT relowner::regrole FROM pg_class WHERE relname ~ '^events'"))
        .containsOnly("outbox_owner");
  }

  @Test
  void should_refuse_a_partitioned_outbox_when_the_publication_would_show_its_partitions()
      throws Exception {
    database.run(
        "CREATE PUBLICATION outbox FOR TABLE outbox WITH (publish = 'insert')",
        PARTITIONED,
        "SET outbox.table_name = 'events'");

    assertThatThrownBy(() -> SchemaScripts.ADMIN.apply(database.admin()))
        .hasMessageContaining("would publish rows of public.events under the names of its")
        .hasMessageContaining(
            "Hint: Stop the connector, then ALTER PUBLICATION outbox SET"
                + " (publish_via_partition_root = true).");
  }
}
