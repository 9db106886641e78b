package org.outboxconnect.it.failure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.client.OutboxWriter;

/**
 * Many transactions that are open at the same time and write events of the same aggregates in turn;
 * each commits, is rolled back, or goes back to savepoints. One thread and one number decide about
 * everything, so the order of the commits is known also among transactions.
 */
final class Interleaving implements AutoCloseable {

  private static final int AGGREGATES = 12;

  private final Database database;
  private final Ledger ledger;
  private final List<OutboxWriter> writers;
  private final List<String> types;
  private final SplittableRandom random;
  private final List<Open> open = new ArrayList<>();
  private final Deque<Connection> idle = new ArrayDeque<>();
  private int mostOpen;
  private int committedInOtherOrder;
  private int begun;

  Interleaving(
      Database database, Ledger ledger, List<OutboxMode> modes, List<String> types, long seed) {
    this.database = database;
    this.ledger = ledger;
    this.writers = modes.stream().map(mode -> OutboxWriter.builder().mode(mode).build()).toList();
    this.types = types;
    this.random = new SplittableRandom(seed);
  }

  /** Runs so many transactions, up to {@code width} of them at the same time. */
  void run(int transactions, int width) throws SQLException {
    while (begun < transactions || !open.isEmpty()) {
      boolean canBegin = begun < transactions && open.size() < width;
      if (canBegin && (open.isEmpty() || random.nextInt(3) == 0)) {
        begin();
      } else {
        step(open.get(random.nextInt(open.size())));
      }
    }
  }

  /** How many transactions were open at the same time. */
  int mostOpen() {
    return mostOpen;
  }

  /** How many transactions committed after one that had begun later. */
  int overtaken() {
    return committedInOtherOrder;
  }

  private void begin() {
    Connection connection = idle.isEmpty() ? database.service() : idle.pop();
    open.add(new Open(connection, writers.get(begun % writers.size()), begun));
    begun++;
    mostOpen = Math.max(mostOpen, open.size());
  }

  private void step(Open transaction) throws SQLException {
    int kind = random.nextInt(100);
    if (kind < 60) {
      transaction.append(transaction.kept);
    } else if (kind < 75) {
      Savepoint savepoint = transaction.connection.setSavepoint();
      transaction.append(transaction.undone);
      transaction.connection.rollback(savepoint);
    } else {
      end(transaction, kind < 92);
    }
  }

  private void end(Open transaction, boolean commits) throws SQLException {
    if (commits) {
      transaction.connection.commit();
      ledger.committed(transaction.kept);
    } else {
      transaction.connection.rollback();
      ledger.rolledBack(transaction.kept);
    }
    ledger.rolledBack(transaction.undone);
    open.remove(transaction);
    idle.push(transaction.connection);
    boolean earlierIsOpen = open.stream().anyMatch(other -> other.number < transaction.number);
    committedInOtherOrder += commits && earlierIsOpen ? 1 : 0;
  }

  @Override
  public void close() throws SQLException {
    List<Connection> all =
        Stream.concat(open.stream().map(transaction -> transaction.connection), idle.stream())
            .toList();
    for (Connection connection : all) {
      connection.close();
    }
  }

  private final class Open {
    private final Connection connection;
    private final OutboxWriter writer;
    private final int number;
    private final List<Written> kept = new ArrayList<>();
    private final List<Written> undone = new ArrayList<>();

    Open(Connection connection, OutboxWriter writer, int number) {
      this.connection = connection;
      this.writer = writer;
      this.number = number;
    }

    void append(List<Written> written) throws SQLException {
      List<OutboxEvent> events = Stream.generate(this::event).limit(1 + random.nextInt(3)).toList();
      for (OutboxEvent event : events) {
        Aggregate aggregate = new Aggregate(event.aggregateType(), event.aggregateId());
        written.add(new Written(event.id(), aggregate));
      }
      writer.appendAll(connection, events);
    }

    private OutboxEvent event() {
      int aggregate = random.nextInt(AGGREGATES);
      String type = types.get(aggregate % types.size());
      return OutboxEvent.of(type, "shared-" + aggregate, "Happened", "{\"n\": 1}");
    }
  }
}
