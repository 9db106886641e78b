package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From one set of shards to another while services go on; relays are played by the test. */
@ParameterizedClass(name = "{1} to {2} shards on PostgreSQL {0}")
@CsvSource({"18, 2, 3", "15, 1, 2", "18, 3, 1"})
@DisplayNameGeneration(ReplaceUnderscores.class)
class ChangeShardsIT {

  private final int major;
  private final int old;
  private final int next;
  private final List<String> delivered = new ArrayList<>();
  private TestDatabase database;

  ChangeShardsIT(int major, int old, int next) {
    this.major = major;
    this.old = old;
    this.next = next;
  }

  @BeforeEach
  void create() throws SQLException {
    database = Shards.database(major, old);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  void should_deliver_every_event_of_an_aggregate_in_order_when_the_procedure_is_followed()
      throws Exception {
    try (Connection open = database.connect();
        Connection session = database.connect()) {
      write(session, 1);
      Shards.make(database, next);
      open.setAutoCommit(false);
      write(open, 2); // by the old functions, and committed when the old set is gone
      write(session, 3);
      deliver(old);
      write(session, 4); // after the old connectors have been stopped
      database.run(change());
      write(session, 5); // in the same session, which has planned the call and remembers its relay
      write(open, 6);
      dropOldSet();
      write(session, 7);
      open.commit();
      deliver(next);
    }

    // The transaction that committed last delivers last.
    assertThat(delivered).containsExactly("1", "3", "4", "5", "7", "2", "6");
    assertThat(database.texts("SELECT payload FROM outbox")).isEmpty();
  }

  /** The control: the same without waiting for the old connectors. */
  @Test
  void should_lose_events_when_the_functions_are_changed_before_the_old_slots_are_drained()
      throws Exception {
    write(database.admin(), 1);
    Shards.make(database, next);
    database.run(Shards.create(next));
    dropOldSet();
    write(database.admin(), 2);
    deliver(next);

    assertThat(delivered).containsExactly("2");
  }

  @Test
  void should_refuse_when_the_old_relays_are_behind_the_new_slots() throws Exception {
    write(database.admin(), 1);
    Shards.make(database, next);

    assertThatThrownBy(() -> database.run(change()))
        .hasMessageContaining("the shards of outbox stay as they are, because the new slots begin")
        .hasMessageContaining("only: let the old connectors go on.")
        .hasMessageContaining("Hint: See schema/README.md#changing-the-number-of-shards.");
    deliver(old);
    database.run(change());
  }

  @Test
  void should_refuse_when_one_of_the_old_relays_is_behind() throws Exception {
    Shards.make(database, next);
    write(database.admin(), 1);
    for (int shard = 1; shard < old; shard++) { // all but the first
      DecodedInserts.next(database.admin(), Shards.name(old, shard), Shards.name(old, shard));
    }

    assertThatThrownBy(() -> database.run(change())).hasMessageContaining("let the old connectors");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | SELECT pg_drop_replication_slot('NAME')",
        "true  | DROP PUBLICATION NAME",
        "false | SELECT pg_drop_replication_slot('NAME')",
        "false | DROP PUBLICATION NAME"
      })
  void should_refuse_when_a_set_is_not_complete(boolean ofTheOld, String change) throws Exception {
    Shards.make(database, next);
    deliver(old);
    int number = ofTheOld ? old : next;
    String last = Shards.name(number, number - 1);
    database.run(change.replace("NAME", last));

    assertThatThrownBy(() -> database.run(change()))
        .hasMessageContaining("because ")
        .hasMessageContaining("\"%s\" does not exist", last);
  }

  @Test
  void should_refuse_when_the_number_stays_or_is_none() {
    assertThatThrownBy(() -> database.run("SELECT outbox_change_shards(%d, %1$d)".formatted(old)))
        .hasMessageContaining("that is the same number");
    assertThatThrownBy(() -> database.run("SELECT outbox_change_shards(%d, 0)".formatted(old)))
        .hasMessageContaining("expected 1 or more shards, found 0");
    assertThatThrownBy(() -> database.run("SELECT outbox_change_shards(NULL, %d)".formatted(next)))
        .hasMessageContaining("expected 1 or more shards, found NULL");
  }

  /** Its snapshot has no new publications, so it would keep rows that others overtake. */
  @Test
  void should_wait_for_a_transaction_that_does_not_see_the_new_publications() throws Exception {
    try (Connection earlier = database.connect()) {
      earlier.setAutoCommit(false);
      earlier.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      Sql.texts(earlier, "SELECT 1");
      database.run("CREATE TABLE moves_the_snapshots_on ()");
      Shards.make(database, next);
      deliver(old);

      assertThatThrownBy(() -> database.run(change()))
          .hasMessageContaining("is in a transaction that is older than the new publications");
      database.run(Shards.create(next)); // the control
      write(earlier, 1);
      earlier.commit();
    }
    assertThat(database.texts("SELECT payload FROM outbox")).containsExactly("1");
    database.run(change());
  }

  @Test
  void should_go_on_marking_retained_rows_when_the_set_changes() throws Exception {
    anEvent().callOne(database.admin(), "outbox_append"); // noted by the old set, not marked
    assertThat(mark(old)).isEqualTo("0");
    Shards.make(database, next);
    anEvent().callOne(database.admin(), "outbox_append"); // not even noted
    deliver(old);
    database.run(change());
    dropOldSet();

    mark(next);
    deliver(next);
    mark(next);

    assertThat(database.texts("SELECT published_at IS NOT NULL FROM outbox"))
        .containsExactly("t", "t");
  }

  private String mark(int shards) throws SQLException {
    return database.texts("SELECT outbox_mark_published(shards => %d)".formatted(shards)).get(0);
  }

  private String change() {
    return "SELECT outbox_change_shards(%d, %d)".formatted(old, next);
  }

  private void dropOldSet() throws SQLException {
    for (int shard = 0; shard < old; shard++) {
      database.run(
          "SELECT pg_drop_replication_slot('%s')".formatted(Shards.name(old, shard)),
          "DROP PUBLICATION " + Shards.name(old, shard));
    }
  }

  private void deliver(int shards) throws SQLException {
    delivered.addAll(Shards.payloads(database, shards));
  }

  private static void write(Connection connection, int payload) throws SQLException {
    Event.write(connection, anEvent().withPayload(Integer.toString(payload)));
  }
}
