package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.client.TestDatabase.execute;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.client.DecodedChange.Kind;
import org.outboxconnect.testing.Case;

/** What the calls of one transaction leave for the relay, in each mode. */
@ParameterizedClass(name = "{0}")
@EnumSource(OutboxMode.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class CallsIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("calls");

  @Parameter OutboxMode mode;

  private OutboxWriter writer;

  @BeforeEach
  void forget() throws SQLException {
    writer = OutboxWriter.builder().mode(mode).build();
    database.execute("TRUNCATE outbox");
    database.relayed();
  }

  @Test
  void should_be_what_the_mode_says_and_the_same_for_the_consumer() throws SQLException {
    OutboxEvent event =
        anEvent()
            .aggregateId("Bestellung \"7\" \\ ä€😀\n")
            .payloadJson("{\"b\":2,\"aa\":1.10,\"text\":\"\\u00e9 😀 \\\" ' \\\\ {}\"}")
            .header("quote", "a\"b\\c\n😀")
            .header("schemaVersion", "007")
            .build();

    commit(connection -> writer.append(connection, event));

    assertThat(database.changes("outbox"))
        .containsExactly(
            new DecodedChange(
                mode == OutboxMode.WAL_MESSAGE ? Kind.MESSAGE : Kind.INSERT,
                new DecodedEvent(
                    event.id().toString(),
                    "order",
                    "Bestellung \"7\" \\ ä€😀\n",
                    "OrderPlaced",
                    "{\"b\": 2, \"aa\": 1.10, \"text\": \"é 😀 \\\" ' \\\\ {}\"}",
                    "{\"quote\": \"a\\\"b\\\\c\\n😀\", \"schemaVersion\": \"007\"}")));
    assertThat(rows()).isEqualTo(mode == OutboxMode.RETAINED ? "1" : "0");
  }

  @Test
  @Case("11")
  void should_keep_every_digit_of_a_number() throws SQLException {
    String payload =
        "{\"a\": 9007199254740993, \"b\": 1234567890123456789, \"c\": -9223372036854775809,"
            + " \"d\": 123456789012345678901234567890.123456789000}";

    commit(connection -> writer.append(connection, anEvent().payloadJson(payload).build()));

    assertThat(database.relayed()).extracting(DecodedEvent::payload).containsExactly(payload);
    assertThat(database.query("SELECT payload FROM outbox"))
        .isEqualTo(mode == OutboxMode.RETAINED ? List.of(payload) : List.of());
  }

  @Test
  void should_leave_nothing_when_rolled_back() throws SQLException {
    try (Connection connection = database.begin()) {
      writer.append(connection, typed("Gone"));
      connection.rollback();
    }

    assertThat(relayed()).isEmpty();
    assertThat(rows()).isEqualTo("0");
  }

  @Test
  void should_come_in_the_order_of_the_calls_across_lists_and_single_events() throws SQLException {
    commit(
        connection -> {
          writer.append(connection, typed("0"));
          writer.appendAll(connection, numbered(1, 100));
          writer.append(connection, typed("100"));
          writer.appendAll(connection, List.of());
          writer.appendAll(connection, numbered(101, 103));
          writer.appendAll(connection, numbered(103, 500));
          writer.append(connection, typed("500"));
        });

    assertThat(relayed())
        .containsExactlyElementsOf(
            IntStream.rangeClosed(0, 500).mapToObj(Integer::toString).toList());
  }

  @Test
  void should_forget_what_came_after_a_savepoint_and_nothing_else_when_rolled_back_to_it()
      throws SQLException {
    commit(
        connection -> {
          writer.append(connection, typed("before"));
          Savepoint outer = connection.setSavepoint();
          writer.appendAll(connection, numbered(0, 50));
          Savepoint inner = connection.setSavepoint();
          writer.append(connection, typed("inner"));
          connection.releaseSavepoint(inner); // goes with the outer one all the same
          connection.rollback(outer);
          writer.append(connection, typed("between"));
          Savepoint kept = connection.setSavepoint();
          writer.append(connection, typed("released"));
          connection.releaseSavepoint(kept);
          writer.append(connection, typed("after"));
        });

    assertThat(relayed()).containsExactly("before", "between", "released", "after");
    assertThat(rows()).isEqualTo(mode == OutboxMode.RETAINED ? "4" : "0");
  }

  @Test
  void should_go_on_after_an_error_when_the_application_rolls_back_to_a_savepoint()
      throws SQLException {
    commit(
        connection -> {
          writer.append(connection, typed("before"));
          Savepoint savepoint = connection.setSavepoint();
          writer.append(connection, typed("gone"));
          assertThatThrownBy(() -> execute(connection, "SELECT 1 / 0"))
              .isInstanceOf(SQLException.class);
          connection.rollback(savepoint);
          writer.append(connection, typed("after"));
        });

    assertThat(relayed()).containsExactly("before", "after");
  }

  @Test
  void should_come_in_the_order_of_the_commits_when_transactions_interleave() throws SQLException {
    try (Connection one = database.begin();
        Connection other = database.begin()) {
      writer.append(one, typed("one"));
      writer.append(other, typed("other"));
      writer.append(one, typed("one, too"));
      other.commit();
      one.commit();
    }

    assertThat(relayed()).containsExactly("other", "one", "one, too");
  }

  private static void commit(Action action) throws SQLException {
    try (Connection connection = database.begin()) {
      action.on(connection);
      connection.commit();
    }
  }

  private static OutboxEvent typed(String type) {
    return anEvent().eventType(type).build();
  }

  private static List<OutboxEvent> numbered(int from, int to) {
    List<OutboxEvent> events = new ArrayList<>();
    for (int nr = from; nr < to; nr++) {
      events.add(typed(Integer.toString(nr)));
    }
    return events;
  }

  private static List<String> relayed() throws SQLException {
    return database.relayed().stream().map(DecodedEvent::eventType).toList();
  }

  private static String rows() throws SQLException {
    return database.value("SELECT count(*) FROM outbox");
  }

  /** What a transaction does. */
  private interface Action {
    void on(Connection connection) throws SQLException;
  }
}
