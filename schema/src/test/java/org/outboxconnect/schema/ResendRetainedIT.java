package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
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

/** Retained rows that no slot has seen are sent again and stay; the others are left alone. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class ResendRetainedIT {

  private static final String RESEND = "SELECT outbox_resend(keep_rows => true)";
  private static final String MARK = "SELECT outbox_mark_published()";
  private static final String ROWS =
      "SELECT payload, published_at IS NOT NULL FROM outbox ORDER BY position";

  private final int major;
  private TestDatabase database;

  ResendRetainedIT(int major) {
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
  void should_send_what_the_slot_has_not_seen_and_leave_what_is_on_its_way() throws Exception {
    append("1", "2");
    List<String> before = database.texts("SELECT id, created_at FROM outbox ORDER BY position");
    SchemaScripts.ADMIN.apply(database.admin());
    append("3");

    assertThat(database.texts(RESEND)).containsExactly("2");
    assertThat(database.texts(RESEND)).containsExactly("0");

    assertThat(delivered()).containsExactly("3", "1", "2");
    assertThat(database.texts(ROWS)).containsExactly("3|f", "1|f", "2|f");
    assertThat(database.texts("SELECT id, created_at FROM outbox ORDER BY position OFFSET 1"))
        .isEqualTo(before);
  }

  @Test
  void should_mark_the_rows_as_any_others_once_they_are_confirmed() throws Exception {
    append("1");
    SchemaScripts.ADMIN.apply(database.admin());
    database.run(MARK);
    delivered();
    assertThat(database.texts(MARK)).containsExactly("0"); // no slot has seen it

    database.run(RESEND, MARK);
    assertThat(delivered()).containsExactly("1");
    assertThat(database.texts(MARK)).containsExactly("1");
    assertThat(database.texts("SELECT outbox_cleanup('0')")).containsExactly("1");
  }

  @Test
  void should_leave_what_was_published_before_the_slot_was_lost() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    append("published");
    database.run(MARK);
    delivered();
    database.run(MARK);
    append("never confirmed");
    database.run(MARK);
    database.dropSlot();
    append("in the gap");
    SchemaScripts.ADMIN.apply(database.admin());

    assertThat(database.texts(RESEND)).containsExactly("2");
    assertThat(delivered()).containsExactly("\"never confirmed\"", "\"in the gap\"");
    assertThat(database.texts(ROWS))
        .containsExactly("\"published\"|t", "\"never confirmed\"|f", "\"in the gap\"|f");
  }

  @Test
  void should_send_all_that_is_unpublished_when_nothing_is_known_about_the_slot() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    append("1");
    database.run("TRUNCATE outbox_marks");

    assertThat(database.texts(RESEND)).containsExactly("1");
    assertThat(delivered()).containsExactly("1", "1");
    append("2");
    assertThat(database.texts(RESEND)).containsExactly("0");
  }

  @Test
  void should_send_what_the_publication_has_missed_when_it_was_made_again() throws Exception {
    SchemaScripts.ADMIN.apply(database.admin());
    database.run("DROP PUBLICATION outbox");
    append("1");
    SchemaScripts.ADMIN.apply(database.admin());

    assertThat(database.texts(RESEND)).containsExactly("1");
  }

  /** Otherwise a note from before could mark rows that have just been sent again. */
  @Test
  void should_hold_up_the_marks_while_it_runs() throws Exception {
    append("1");
    SchemaScripts.ADMIN.apply(database.admin());
    append("2");
    database.run(MARK);
    delivered();
    try (Connection resender = database.connect()) {
      resender.setAutoCommit(false);
      Sql.run(resender, RESEND);
      assertThat(database.texts(MARK)).containsExactly("0");
      resender.commit();
    }
    assertThat(database.texts(MARK)).containsExactly("1");
    assertThat(database.texts(ROWS)).containsExactly("2|t", "1|f");
  }

  private void append(String... payloads) throws SQLException {
    for (String payload : payloads) {
      String json = payload.length() == 1 ? payload : "\"%s\"".formatted(payload);
      Event.call(database.admin(), "outbox_append", anEvent().withPayload(json));
    }
  }

  private List<String> delivered() throws SQLException {
    return DecodedInserts.next(database.admin()).stream().map(row -> row.get("payload")).toList();
  }
}
