package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.it.cdc.CdcRoad.CONNECTOR;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.it.cdc.TopicReader;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.process.Wait;

/**
 * One statement of 20 rows, and a new task after each of them.
 *
 * <p>The row behind the point has an aggregate type that the guard refuses: the task fails on it
 * with the offsets of exactly the rows before it flushed, and begins anew once the type is allowed.
 * All rows go to one partition; that nothing comes twice shows that the new task began at the
 * point.
 */
@Tag("ci")
@Timeout(600)
@DisplayNameGeneration(ReplaceUnderscores.class)
class StatementRestartIT {

  private static final int ROWS = 20;

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @BeforeAll
  static void start() {
    ROAD.create(allowing());
  }

  @ParameterizedTest
  @EnumSource(names = {"INSERT_VALUES", "INSERT_SELECT"})
  void should_deliver_every_row_when_the_task_begins_anew_behind_each_of_them(Statement statement)
      throws Exception {
    restartBehindEachRow(statement);
  }

  @ParameterizedTest
  @Tag("soak")
  @EnumSource(names = {"OUTBOX_WRITE", "OUTBOX_APPEND"})
  void should_deliver_every_row_when_the_task_begins_anew_behind_each_of_a_call(Statement statement)
      throws Exception {
    restartBehindEachRow(statement);
  }

  /**
   * All rows of a COPY share one position; Debezium 3.7.0 takes the rest of a group for delivered
   * when only its first row was (debezium/dbz#1554).
   */
  @Test
  void should_lose_rows_when_they_came_by_copy_and_the_task_begins_anew_behind_the_first()
      throws Exception {
    try (Run run = new Run(Statement.COPY)) {
      List<UUID> ids = run.restartBehind(1);

      List<UUID> arrived = List.of(ids.get(0), ids.get(ROWS)); // the last one came by itself
      assertThat(run.delivered(2)).isEqualTo(arrived);
    }
  }

  private static void restartBehindEachRow(Statement statement) throws Exception {
    try (Run run = new Run(statement)) {
      for (int point = 1; point <= ROWS; point++) {
        run.expected.addAll(run.restartBehind(point));
        assertThat(run.delivered(run.expected.size()))
            .as("delivered when the task began anew behind row %d", point)
            .isEqualTo(run.expected);
      }
    }
  }

  /** All rows of a run go to one topic of one partition, whatever their types. */
  private static ConnectorFile allowing(String... types) {
    List<String> all = new ArrayList<>(List.of(types));
    for (Statement statement : Statement.values()) {
      all.add(statement.name());
    }
    return ROAD.packagedConnector()
        .with("transforms.guard.aggregate.types", String.join(",", all))
        .with("transforms.outbox.route.topic.regex", "(?<routedByValue>[A-Z_]+).*")
        .with("topic.creation.default.partitions", "1");
  }

  private static final class Run implements AutoCloseable {
    private final Statement statement;
    private final TopicReader reader;
    private final List<UUID> expected = new ArrayList<>();

    Run(Statement statement) {
      this.statement = statement;
      this.reader = ROAD.reader(statement + ".events");
    }

    /** Writes rows and one more in a transaction of its own, and returns their ids. */
    List<UUID> restartBehind(int point) throws Exception {
      String stop = "%s-stop-%d".formatted(statement, point);
      List<OutboxEvent> events =
          IntStream.rangeClosed(0, ROWS)
              .mapToObj(row -> row == point ? stop : statement.name())
              .map(type -> OutboxEvent.of(type, "one", "Happened", "{}"))
              .toList();
      List<UUID> ids = events.stream().map(OutboxEvent::id).toList();
      write(statement, events.subList(0, ROWS));
      write(Statement.OUTBOX_WRITE, events.subList(ROWS, ROWS + 1));

      awaitFailureOn(ids.get(point));
      List<UUID> before = new ArrayList<>(expected);
      before.addAll(ids.subList(0, point));
      assertThat(delivered(before.size())).isEqualTo(before);

      ROAD.rest().put(allowing(stop));
      return ids;
    }

    List<UUID> delivered(int count) {
      return reader.await(count).stream()
          .map(record -> UUID.fromString(TopicReader.header(record, "eventId")))
          .toList();
    }

    private static void awaitFailureOn(UUID id) {
      Wait.require(
          "the task to fail on " + id,
          CdcRoad.GENEROUS,
          () -> ROAD.rest().status(CONNECTOR).traces().contains(id.toString()));
    }

    private static void write(Statement statement, List<OutboxEvent> events) throws SQLException {
      try (Connection superuser = ROAD.superuser()) {
        superuser.setAutoCommit(false);
        statement.write(superuser, events);
        superuser.commit();
      }
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
