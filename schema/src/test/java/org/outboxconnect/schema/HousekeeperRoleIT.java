package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who keeps house needs to know nothing of the events, and can't publish any. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class HousekeeperRoleIT {

  private static TestDatabase database;

  HousekeeperRoleIT(int major) {} // JUnit wants to hand the version over, which create uses

  @BeforeParameterizedClassInvocation
  static void create(int major) throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
    database.run(
        "DROP ROLE IF EXISTS scheduler, bystander",
        "CREATE ROLE scheduler LOGIN IN ROLE outbox_housekeeper",
        "CREATE ROLE bystander LOGIN IN ROLE outbox_writer, outbox_relay, outbox_monitor");
  }

  @AfterParameterizedClassInvocation
  static void drop() throws SQLException {
    database.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    database.emptyTableAndSlot();
  }

  @Test
  void should_mark_and_clean_up_from_the_first_call_on() throws Exception {
    database.run("TRUNCATE outbox_marks");
    try (Connection scheduler = database.connectAs("scheduler")) {
      Sql.run(scheduler, "SELECT outbox_mark_published()");
      anEvent().callOne(database.admin(), "outbox_append");
      Sql.run(scheduler, "SELECT outbox_mark_published()");
      DecodedInserts.next(database.admin());

      assertThat(Sql.texts(scheduler, "SELECT outbox_mark_published()")).containsExactly("1");
      assertThat(Sql.texts(scheduler, "SELECT outbox_cleanup('0')")).containsExactly("1");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT payload FROM outbox",
        "SELECT headers FROM outbox",
        "SELECT aggregate_type FROM outbox",
        "SELECT aggregate_id FROM outbox",
        "SELECT event_type FROM outbox",
        "SELECT * FROM outbox",
        "DELETE FROM outbox RETURNING payload",
        "UPDATE outbox SET payload = '{}'",
        "INSERT INTO outbox (id) VALUES (gen_random_uuid())",
        "TRUNCATE outbox",
        "SELECT nextval('outbox_position_seq')",
        "SELECT outbox_write('Order', '42', 'OrderPlaced', '{}')",
        "SELECT outbox_resend(false)",
        "SELECT outbox_slot_made()",
        "SELECT outbox_slot_gone()",
      })
  void should_not_let_the_housekeeper_do_anything_else(String statement) throws Exception {
    try (Connection scheduler = database.connectAs("scheduler")) {
      assertDenied(scheduler, statement);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT outbox_cleanup('0')",
        "SELECT outbox_mark_published()",
        "SELECT outbox_resend(false)",
        "SELECT * FROM outbox_marks",
        "SELECT outbox_relay_obstacle()",
      })
  void should_let_nobody_else_keep_house(String statement) throws Exception {
    try (Connection bystander = database.connectAs("bystander")) {
      assertDenied(bystander, statement);
    }
  }

  private static void assertDenied(Connection connection, String statement) {
    assertThatThrownBy(() -> Sql.run(connection, statement))
        .hasMessageContaining("permission denied");
  }
}
