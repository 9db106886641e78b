package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
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
import org.junit.jupiter.params.provider.CsvSource;

/** An event lives in WAL only while the slot can deliver it; otherwise it is a row that stays. */
@ParameterizedClass(name = "{1} on PostgreSQL {0}")
@CsvSource({"14, outbox_write", "18, outbox_write", "18, outbox_emit"})
@DisplayNameGeneration(ReplaceUnderscores.class)
class SlotFirstIT {

  private static final String KEPT =
      "SELECT payload FROM outbox WHERE published_at IS NULL ORDER BY position";

  private final int major;
  private final String function;
  private TestDatabase database;

  SlotFirstIT(int major, String function) {
    this.major = major;
    this.function = function;
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
  void should_keep_the_rows_in_order_when_the_slot_is_missing() throws Exception {
    write("1", "2");
    write("3");

    assertThat(database.texts(KEPT)).containsExactly("1", "2", "3");
  }

  @Test
  void should_keep_what_comes_later_when_the_slot_is_dropped() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    write("1");
    database.run("SELECT pg_drop_replication_slot('outbox')");
    write("2");

    assertThat(database.texts("SELECT payload FROM outbox")).containsExactly("2");
    assertThat(database.texts(KEPT)).containsExactly("2");
  }

  @Test
  void should_keep_what_comes_later_when_the_publication_is_dropped() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    write("1");
    database.run("DROP PUBLICATION outbox");
    write("2");

    assertThat(database.texts("SELECT payload FROM outbox")).containsExactly("2");
    assertThat(database.texts(KEPT)).containsExactly("2");
  }

  @Test
  void should_keep_the_rows_when_the_slot_is_lost() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    LostSlot.lose(database);
    write("1");

    assertThat(database.texts(KEPT)).containsExactly("1");
  }

  @Test
  void should_keep_the_rows_when_the_slot_belongs_to_another_database() throws Exception {
    try (TestDatabase other = TestDatabase.withOutboxAndSlot(major)) {
      assertThat(other.texts("SELECT 1 FROM pg_replication_slots")).hasSize(1);
      write("1");
    }

    assertThat(database.texts(KEPT)).containsExactly("1");
  }

  @Test
  void should_keep_the_rows_when_the_slot_is_still_being_made() throws Exception {
    try (Connection open = database.connect();
        Connection making = database.connect()) {
      open.setAutoCommit(false);
      Sql.run(open, "CREATE TABLE holds_up_the_slot ()");
      CompletableFuture<Void> slot =
          CompletableFuture.runAsync(
              () -> {
                try {
                  SchemaScripts.ADMIN.apply(making);
                } catch (SQLException e) {
                  throw new AssertionError(e);
                }
              });
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> !database.texts("SELECT 1 FROM pg_replication_slots").isEmpty());
      write("1");
      open.commit();
      slot.get(1, TimeUnit.MINUTES);
    }
    write("2");

    assertThat(database.texts("SELECT payload FROM outbox")).containsExactly("1");
    assertThat(delivered()).contains("2");
  }

  @Test
  void should_keep_the_ids_that_it_returned_when_it_keeps_the_rows() throws Exception {
    List<Object> ids = Event.call(database.admin(), function, anEvent(), anEvent());
    Object one = anEvent().callOne(database.admin(), function);

    assertThat(database.texts("SELECT id FROM outbox ORDER BY position"))
        .containsExactly(ids.get(0).toString(), ids.get(1).toString(), one.toString());
  }

  private List<String> delivered() throws SQLException {
    return function.equals("outbox_emit")
        ? DecodedMessages.next(database.admin()).stream()
            .map(message -> message.content().replaceAll(".*:(.)}", "$1"))
            .toList()
        : DecodedInserts.next(database.admin()).stream().map(row -> row.get("payload")).toList();
  }

  private void write(String... payloads) throws SQLException {
    Event[] events = new Event[payloads.length];
    for (int i = 0; i < payloads.length; i++) {
      events[i] = anEvent().withPayload(payloads[i]);
    }
    Event.call(database.admin(), function, events);
  }
}
