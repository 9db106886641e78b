package org.outboxconnect.it.failure;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.client.OutboxWriter;

/**
 * One service: runs transactions of given shapes and tells the ledger what became of them. Used by
 * one thread; no other one writes its aggregates.
 *
 * <p>When the connection breaks in the commit, nobody has told whether it was done. Each
 * transaction leaves a mark of its own; writing the same mark again waits for the end of the first
 * one, and either finds it there, or makes sure that it can never come.
 */
final class EventWriter implements AutoCloseable {

  private static final String MARK =
      "INSERT INTO transactions (mark) VALUES (?) ON CONFLICT DO NOTHING";

  private final Database database;
  private final Ledger ledger;
  private final OutboxWriter writer;
  private final List<Aggregate> aggregates = new ArrayList<>();
  private Connection connection;
  private int inDoubt;

  /**
   * @param types aggregate types, of which the writer's aggregates have one or the other
   * @param number tells its aggregates from those of other writers
   */
  EventWriter(Database database, Ledger ledger, OutboxMode mode, List<String> types, int number) {
    this.database = database;
    this.ledger = ledger;
    this.writer = OutboxWriter.builder().mode(mode).build();
    for (int i = 0; i < Plan.AGGREGATES; i++) {
      aggregates.add(new Aggregate(types.get(i % types.size()), "%d-%d".formatted(number, i)));
    }
  }

  /** Runs one transaction to its end, whatever the server does meanwhile. */
  void run(Shape shape) throws SQLException {
    Transaction transaction = new Transaction(shape);
    boolean committed;
    try {
      committed = transaction.run();
    } catch (SQLException failure) {
      if (!Database.isOutage(failure)) {
        throw failure;
      }
      disconnect();
      committed = transaction.wasCommitted();
    }
    transaction.tell(committed);
  }

  /** Transactions of which only the mark could tell whether they had committed. */
  int inDoubt() {
    return inDoubt;
  }

  List<Aggregate> aggregates() {
    return aggregates;
  }

  @Override
  public void close() {
    disconnect();
  }

  private void disconnect() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException broken) {
      // It is of no use any more.
    }
    connection = null;
  }

  private final class Transaction {
    private final UUID mark = UUID.randomUUID();
    private final Shape shape;
    private final List<Written> kept = new ArrayList<>();
    private final List<Written> undone = new ArrayList<>();
    private boolean committing;

    Transaction(Shape shape) {
      this.shape = shape;
    }

    boolean run() throws SQLException {
      if (connection == null) {
        connection = database.service();
      }
      leaveMark(connection);
      for (Shape.Part part : shape.parts()) {
        append(part);
      }
      if (!shape.commits()) {
        connection.rollback();
        return false;
      }
      committing = true;
      connection.commit();
      return true;
    }

    private void append(Shape.Part part) throws SQLException {
      Savepoint savepoint = part.undone() ? connection.setSavepoint() : null;
      List<OutboxEvent> events = part.aggregates().stream().map(this::event).toList();
      List<Written> written = savepoint == null ? kept : undone;
      events.forEach(event -> written.add(new Written(event.id(), aggregate(event))));
      writer.appendAll(connection, events);
      if (savepoint != null) {
        connection.rollback(savepoint);
      }
    }

    private OutboxEvent event(int number) {
      Aggregate aggregate = aggregates.get(number);
      return OutboxEvent.of(aggregate.type(), aggregate.id(), "Happened", "{\"n\": 1}");
    }

    private Aggregate aggregate(OutboxEvent event) {
      return new Aggregate(event.aggregateType(), event.aggregateId());
    }

    boolean wasCommitted() throws SQLException {
      while (committing) {
        try (Connection fresh = database.service()) {
          boolean isNew = leaveMark(fresh);
          fresh.commit();
          inDoubt++;
          return !isNew;
        } catch (SQLException failure) {
          if (!Database.isOutage(failure)) {
            throw failure;
          }
        }
      }
      return false;
    }

    private boolean leaveMark(Connection on) throws SQLException {
      try (PreparedStatement statement = on.prepareStatement(MARK)) {
        statement.setObject(1, mark);
        return statement.executeUpdate() == 1;
      }
    }

    void tell(boolean committed) {
      ledger.rolledBack(undone);
      if (committed) {
        ledger.committed(mark, kept);
      } else {
        ledger.rolledBack(kept);
      }
    }
  }
}
