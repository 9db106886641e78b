package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
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
import org.junit.jupiter.params.provider.CsvSource;

/** A session that has seen a good slot a moment ago still notices what happens to it. */
@ParameterizedClass(name = "{1} on PostgreSQL {0}")
@CsvSource({"18, outbox_write", "15, outbox_write", "18, outbox_emit"})
@DisplayNameGeneration(ReplaceUnderscores.class)
class SlotRememberedIT {

  private static final String KEPT = "SELECT payload FROM outbox WHERE published_at IS NULL";

  private final int major;
  private final String function;
  private TestDatabase database;

  SlotRememberedIT(int major, String function) {
    this.major = major;
    this.function = function;
  }

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
    write("0");
    read();
    rememberTheSlot();
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void should_ask_again_when_nobody_has_read_from_the_slot_since_it_was_made() throws SQLException {
    database.dropSlot();
    SchemaScripts.ADMIN.apply(database.admin());
    write("1");
    database.dropSlot();
    write("2");

    assertThat(database.texts(KEPT)).containsExactly("2");
  }

  @Test
  void should_keep_the_row_at_once_when_the_slot_is_dropped() throws SQLException {
    database.dropSlot();
    write("1");

    assertThat(database.texts(KEPT)).containsExactly("1");
  }

  /** By default PostgreSQL shows a transaction the counters that it has seen first. */
  @Test
  void should_keep_the_row_at_once_when_the_slot_is_dropped_during_the_transaction()
      throws SQLException {
    try (Connection open = database.connect()) {
      open.setAutoCommit(false);
      write(open, "0");
      write(open, "0");
      database.dropSlot();
      write(open, "1");
      open.commit();
    }

    assertThat(database.texts(KEPT)).containsExactly("1");
  }

  @Test
  void should_keep_the_row_when_the_slot_is_being_made_anew() throws Exception {
    try (Connection open = database.connect();
        Connection making = database.connect()) {
      open.setAutoCommit(false);
      Sql.run(open, "CREATE TABLE holds_up_the_slot ()");
      rememberTheSlot();
      database.dropSlot();
      CompletableFuture<Void> slot =
          Background.run(
              () -> {
                SchemaScripts.ADMIN.apply(making);
                return null;
              });
      Background.await(database, "SELECT 1 FROM pg_replication_slots");
      write("1");
      open.commit();
      slot.get(1, TimeUnit.MINUTES);
    }

    assertThat(database.texts(KEPT)).containsExactly("1");
  }

  @Test
  void should_keep_the_row_at_once_when_the_slot_is_lost() throws SQLException {
    database.run("ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'", "SELECT pg_reload_conf()");
    try {
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                write("0"); // so that it is remembered until just before the loss
                database.run(
                    "SELECT pg_logical_emit_message(false, 'test', 'x')",
                    "SELECT pg_switch_wal()",
                    "CHECKPOINT");
                return !database
                    .texts("SELECT 1 FROM pg_replication_slots WHERE wal_status = 'lost'")
                    .isEmpty();
              });
      write("1");
    } finally {
      database.run("ALTER SYSTEM RESET max_slot_wal_keep_size", "SELECT pg_reload_conf()");
    }

    assertThat(database.texts(KEPT)).contains("1");
  }

  @Test
  void should_keep_the_rows_before_long_when_the_publication_is_dropped() throws SQLException {
    database.run("DROP PUBLICATION outbox");

    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              write("1");
              return !database.texts(KEPT).isEmpty();
            });
  }

  private void rememberTheSlot() throws SQLException {
    write("0");
    assertThat(remembered()).as("the session must have something to forget").isNotEmpty();
  }

  /** When and where the session was told yes; the functions make the name in the same way. */
  private String remembered() throws SQLException {
    return database
        .texts(
            "SELECT coalesce(current_setting('outbox.relay_' || to_hex("
                + "hashtextextended('public.outbox outbox outbox', 0)), true), '')")
        .get(0);
  }

  private void read() throws SQLException {
    if (function.equals("outbox_emit")) {
      DecodedMessages.next(database.admin());
    } else {
      DecodedInserts.next(database.admin());
    }
  }

  private void write(String payload) throws SQLException {
    write(database.admin(), payload);
  }

  private void write(Connection connection, String payload) throws SQLException {
    Event.call(connection, function, anEvent().withPayload(payload));
  }
}
