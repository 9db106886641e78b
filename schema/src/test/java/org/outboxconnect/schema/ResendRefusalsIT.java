package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing is sent, and no row deleted, while no relay would see it. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class ResendRefusalsIT {

  private static final String RESEND = "SELECT outbox_resend(keep_rows => false)";

  private final int major;
  private TestDatabase database;

  ResendRefusalsIT(int major) {
    this.major = major;
  }

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void should_resend_nothing_when_the_slot_is_missing() throws SQLException {
    database.dropSlot();

    assertRefused("slot \"outbox\" does not exist in database " + database.name());
  }

  @Test
  void should_resend_nothing_when_the_slot_is_lost() throws SQLException {
    LostSlot.lose(database);

    assertRefused("slot \"outbox\" is lost");
    assertThat(database.texts("SELECT outbox_mark_published()")).containsExactly("0");
    assertThat(database.texts("SELECT 1 FROM outbox_marks")).isEmpty();
  }

  @Test
  void should_resend_nothing_when_the_slot_is_temporary() throws SQLException {
    database.dropSlot();
    database.run("SELECT pg_create_logical_replication_slot('outbox', 'pgoutput', true)");

    assertRefused("slot \"outbox\" is temporary");
  }

  @Test
  void should_resend_nothing_when_the_slot_belongs_to_another_database() throws SQLException {
    database.dropSlot();
    try (TestDatabase other = TestDatabase.withOutboxAndSlot(major)) {
      assertThat(other.texts("SELECT 1 FROM pg_replication_slots")).hasSize(1);

      assertRefused("slot \"outbox\" does not exist in database " + database.name());
    }
  }

  @Test
  void should_resend_nothing_when_the_publication_is_missing() throws SQLException {
    database.run("DROP PUBLICATION outbox");

    assertRefused("publication \"outbox\" does not exist in database " + database.name());
  }

  @Test
  void should_resend_nothing_when_the_publication_leaves_the_inserts_out() throws SQLException {
    database.run("ALTER PUBLICATION outbox SET (publish = 'update')");
    assertRefused("publication \"outbox\" does not publish all inserts of outbox");

    database.run(
        "ALTER PUBLICATION outbox SET (publish = 'insert')",
        "ALTER PUBLICATION outbox DROP TABLE outbox");
    assertRefused("publication \"outbox\" does not publish all inserts of outbox");

    if (major >= 15) { // before, publications have no filters
      database.run("ALTER PUBLICATION outbox ADD TABLE outbox WHERE (aggregate_type <> 'Order')");
      assertRefused("publication \"outbox\" does not publish all inserts of outbox");
    }
  }

  @Test
  void should_resend_nothing_when_the_slot_is_still_being_made() throws Exception {
    database.dropSlot();
    try (Connection open = database.connect();
        Connection making = database.connect()) {
      open.setAutoCommit(false);
      Sql.run(open, "CREATE TABLE holds_up_the_slot ()");
      CompletableFuture<Void> slot = CompletableFuture.runAsync(() -> makeSlot(making));
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> !database.texts("SELECT 1 FROM pg_replication_slots").isEmpty());

      assertRefused("slot \"outbox\" is still being made");
      open.commit();
      slot.get(1, TimeUnit.MINUTES);
    }
  }

  private static void makeSlot(Connection connection) {
    try {
      SchemaScripts.ADMIN.apply(connection);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"INSERT", "DELETE"})
  void should_resend_nothing_when_a_trigger_takes_rows_away(String operation) throws SQLException {
    Event.call(database.admin(), "outbox_append", anEvent(), anEvent());
    database.run(
        "CREATE FUNCTION eat() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "CREATE TRIGGER eater BEFORE %s ON outbox FOR EACH ROW EXECUTE FUNCTION eat()"
            .formatted(operation));

    assertThatThrownBy(() -> database.run(RESEND))
        .hasMessageContaining("outbox_resend: took 2 rows of outbox, and put 0 back.")
        .hasMessageContaining("Hint: Look for a trigger");
    assertThat(database.texts("SELECT 1 FROM outbox")).hasSize(2);
  }

  private void assertRefused(String because) throws SQLException {
    Event.call(database.admin(), "outbox_append", anEvent());

    assertThatThrownBy(() -> database.run(RESEND))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55000"))
        .hasMessageContaining("outbox_resend: no row was sent, because %s.", because)
        .hasMessageContaining("Hint: Run admin/2_publication.sql and admin/3_slot.sql first.");
    assertThat(database.texts("SELECT 1 FROM outbox WHERE published_at IS NULL")).isNotEmpty();
  }
}
