package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that can't mean what they say change nothing and tell what was expected. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class HousekeepingRefusalsIT {

  private static TestDatabase database;

  private final int major;

  HousekeepingRefusalsIT(int major) {
    this.major = major;
  }

  @BeforeParameterizedClassInvocation
  static void create(int major) throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
    database.run(
        "CREATE TABLE looks_like_one (id uuid, published_at timestamptz, position bigint)",
        "CREATE VIEW view_of_one AS SELECT * FROM outbox",
        "INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload, created_at,"
            + " published_at) VALUES (gen_random_uuid(), 'Order', '42', 'OrderPlaced', '{}',"
            + " now() - interval '3 years', now() - interval '2 years')");
  }

  @AfterParameterizedClassInvocation
  static void drop() throws SQLException {
    database.close();
  }

  @AfterEach
  void nothingHasChanged() throws SQLException {
    assertThat(database.texts("SELECT age(published_at) > '1 year' FROM outbox"))
        .containsExactly("t");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "outbox_cleanup(NULL)            | expected a time to keep published rows, found NULL.",
        "outbox_cleanup('-1 second')     | expected a time to keep published rows, found -00:00:01.",
        "outbox_cleanup('1 day -25 hours') | expected a time to keep published rows, found 1 day -25:00:00.",
        "outbox_cleanup('1 day', 0)      | outbox_cleanup: expected a batch of at least 1 row, found 0.",
        "outbox_cleanup('1 day', -1)     | outbox_cleanup: expected a batch of at least 1 row, found -1.",
        "outbox_cleanup('1 day', NULL)   | outbox_cleanup: expected a batch of at least 1 row, found NULL.",
        "outbox_cleanup('300000 years')  | timestamp out of range",
        "outbox_cleanup('1 day', outbox => NULL)        | outbox_cleanup: expected an outbox, found NULL.",
        "outbox_cleanup('1 day', outbox => 'pg_class')  | outbox_cleanup: expected an outbox, found pg_class.",
        "outbox_cleanup('1 day', outbox => 'no_table')  | relation \"no_table\" does not exist",
        "outbox_cleanup('1 day', outbox => 'looks_like_one') | expected an outbox, found looks_like_one.",
        "outbox_cleanup('1 day', outbox => 'view_of_one')    | expected an outbox, found view_of_one.",
        "outbox_mark_published(0)        | outbox_mark_published: expected a batch of at least 1 row, found 0.",
        "outbox_mark_published(outbox => 'view_of_one') | outbox_mark_published: expected an outbox, found view_of_one.",
        "outbox_slot_made('other') | outbox_slot_made: expected a slot that a relay can read, but slot \"other\" does not exist",
        "outbox_resend()                 | function outbox_resend() does not exist",
        "outbox_resend(NULL)             | outbox_resend: expected keep_rows to be true or false, found NULL.",
        "outbox_resend(false, NULL)      | outbox_resend: expected a batch of at least 1 row, found NULL.",
        "outbox_resend(false, outbox => 'view_of_one') | outbox_resend: expected an outbox, found view_of_one.",
        "outbox_mark_published(shards => 0)     | Outbox outbox: expected 1 or more shards, found 0.",
        "outbox_mark_published(shards => NULL)  | Outbox outbox: expected 1 or more shards, found NULL.",
        "outbox_resend(false, shards => -1)     | Outbox outbox: expected 1 or more shards, found -1.",
        "outbox_resend(false, slot => NULL)            | outbox_resend: no row was sent, because slot \"\" does",
      })
  void should_refuse_the_call_when_an_argument_makes_no_sense(String call, String message) {
    assertThatThrownBy(() -> database.run("SELECT " + call)).hasMessageContaining(message);
  }

  @Test
  void should_delete_nothing_when_rows_are_kept_for_ever() throws SQLException {
    String forEver = major >= 17 ? "infinity" : "2000 years";
    assertThat(database.texts("SELECT outbox_cleanup('%s')".formatted(forEver)))
        .containsExactly("0");
  }
}
