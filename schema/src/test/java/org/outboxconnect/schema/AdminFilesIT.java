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
import org.outboxconnect.schema.SchemaScripts.Script;

/** The administrator's files: run in order, run twice, run too early. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class AdminFilesIT {

  private final int major;
  private TestDatabase database;

  AdminFilesIT(int major) {
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
  void should_change_nothing_when_the_files_are_run_twice() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    Event.write(database.admin(), anEvent());
    SchemaScripts.ADMIN.apply(database.admin());

    assertThat(DecodedInserts.next(database.admin())).hasSize(1);
    assertThat(database.texts("SHOW search_path")).containsExactly("\"$user\", public");
  }

  @Test
  void should_make_a_slot_that_survives_a_failover_when_the_server_can() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());

    assertThat(
            database.texts("SELECT plugin, to_jsonb(s) ->> 'failover' FROM pg_replication_slots s"))
        .containsExactly(major >= 17 ? "pgoutput|true" : "pgoutput|null");
  }

  @Test
  void should_say_what_to_run_first_when_the_table_is_missing() throws Exception {
    try (TestDatabase empty = TestDatabase.empty(major)) {
      for (int file = 0; file < 2; file++) {
        Script script = SchemaScripts.ADMIN.scripts().get(file);
        assertThatThrownBy(() -> empty.run(script.text()))
            .hasMessageContaining(
                "No table \"outbox\" in database %s along search_path \"$user\", public.",
                empty.name())
            .hasMessageContaining("Hint: Run migrations/outbox first");
      }
    }
  }

  @Test
  void should_name_the_table_of_the_setting_when_it_is_missing() throws Exception {
    database.run("SET outbox.table_name = 'shop.events'");

    assertThatThrownBy(() -> SchemaScripts.ADMIN.apply(database.admin()))
        .hasMessageContaining("No table \"shop.events\" in database %s along", database.name());
  }

  @Test
  void should_say_what_to_run_first_when_the_publication_is_missing() {
    assertThatThrownBy(() -> database.run(SchemaScripts.ADMIN.scripts().get(2).text()))
        .hasMessageContaining("No publication \"outbox\" in database %s.", database.name())
        .hasMessageContaining("Hint: Run 2_publication.sql first.");
  }

  @Test
  void should_refuse_the_publication_when_one_of_that_name_publishes_more() throws Exception {
    database.run("CREATE PUBLICATION outbox FOR TABLE outbox");

    assertThatThrownBy(() -> SchemaScripts.ADMIN.apply(database.admin()))
        .hasMessageContaining("does not publish inserts, and only inserts, of public.outbox")
        .hasMessageContaining("Hint: Stop the connector");
  }

  @Test
  void should_leave_the_publication_alone_when_it_was_adapted() throws Exception {
    database.run(
        "CREATE PUBLICATION outbox FOR TABLE outbox%s WITH (publish = 'insert')"
            .formatted(major >= 15 ? " (id, payload)" : ""));

    SchemaScripts.ADMIN.apply(database.admin());

    Event.write(database.admin(), anEvent());
    assertThat(DecodedInserts.next(database.admin()).get(0)).hasSize(major >= 15 ? 2 : 9);
  }

  @Test
  void should_hand_over_no_function_that_others_have_planted() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin()); // the roles are the server's and may not be there
    database.run("DROP ROLE IF EXISTS planter", "CREATE ROLE planter");
    try (TestDatabase other = TestDatabase.withOutbox(major)) {
      other.run("GRANT CREATE ON SCHEMA public TO planter", "SET ROLE planter");
      for (String name : List.of("outbox_write(varchar)", "outbox_uuidv7(text)", "outbox_x()")) {
        other.run(
            "CREATE FUNCTION %s RETURNS integer SECURITY DEFINER LANGUAGE sql AS 'SELECT 1'"
                .formatted(name));
      }
      other.run("RESET ROLE");
      database.dropSlot();

      SchemaScripts.ADMIN.apply(other.admin());

      assertThat(
              other.texts(
                  "SELECT proowner::regrole, count(*) > 3 FROM pg_proc WHERE proname ~ '^outbox'"
                      + " GROUP BY 1 ORDER BY 1::text"))
          .containsExactly("outbox_owner|t", "planter|f");
      other.run("DROP OWNED BY planter CASCADE");
    }
  }

  @Test
  void should_refuse_the_slot_when_another_database_has_that_name() throws Exception {
    try (TestDatabase other = TestDatabase.withOutboxAndSlot(major)) {
      assertThatThrownBy(() -> SchemaScripts.ADMIN.apply(database.admin()))
          .hasMessageContaining(
              "Slot \"outbox\" exists, but is a logical slot with plugin pgoutput in database %s;"
                  + " expected pgoutput in %s.",
              other.name(), database.name())
          .hasMessageContaining("Hint: Slot names are unique in a server.");
    }
  }

  @Test
  void should_do_without_a_superuser_when_the_role_that_migrates_may_create_roles()
      throws Exception {
    SchemaScripts.ADMIN.apply(database.admin()); // the roles are the server's and may be there
    try (TestDatabase other = TestDatabase.empty(major)) {
      other.run(
          "DROP ROLE IF EXISTS migrator, service",
          "CREATE ROLE migrator LOGIN CREATEROLE REPLICATION",
          "CREATE ROLE service LOGIN IN ROLE outbox_writer",
          "CREATE SCHEMA shop AUTHORIZATION migrator",
          "GRANT CREATE ON DATABASE %s TO migrator".formatted(other.name()),
          "GRANT outbox_owner, outbox_writer, outbox_inserter, outbox_relay TO migrator"
              + " WITH ADMIN OPTION");
      database.dropSlot();
      try (Connection migrator = other.connectAs("migrator")) {
        Sql.run(migrator, "SET search_path = shop");
        SchemaScripts.OUTBOX.apply(migrator);
        SchemaScripts.ADMIN.apply(migrator);
        SchemaScripts.ADMIN.apply(migrator);
        Sql.run(migrator, "ALTER TABLE outbox ADD COLUMN later text");
      }
      try (Connection service = other.connectAs("service")) {
        Sql.run(service, "SELECT shop.outbox_write('Order', '42', 'OrderPlaced', '{}')");
      }

      assertThat(DecodedInserts.next(other.admin())).hasSize(1);
      assertThat(other.texts("SELECT * FROM shop.outbox")).isEmpty();
      other.run("DROP OWNED BY migrator CASCADE");
    }
  }

  @Test
  void should_run_nothing_when_the_connection_is_in_a_transaction() throws Exception {
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);

      assertThatThrownBy(() -> SchemaScripts.ADMIN.apply(connection))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected a connection with auto-commit on, found it off");
    }
    assertThat(database.texts("SELECT 1 FROM pg_publication")).isEmpty();
  }
}
