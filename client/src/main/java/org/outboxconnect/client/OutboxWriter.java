package org.outboxconnect.client;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Appends events to the outbox inside the caller's transaction: they are published if, and only if,
 * it commits. The rows are inserted and deleted again in one round trip, so the table stays empty;
 * while the outbox has no replication slot they are kept, and nothing is lost.
 *
 * <p>Immutable and safe for use by many threads. A {@link Connection} is not: it is used on the
 * calling thread only, and never kept, committed, rolled back or closed here.
 *
 * <p>Delivery is at least once: consumers must expect repeats and recognise them by {@link
 * OutboxEvent#id()}, for example with {@link Inbox}.
 *
 * <p>Call it before the commit. A callback that runs after the commit has no transaction to join:
 * what it writes is lost, or commits on its own.
 */
public final class OutboxWriter {

  private static final String MIGRATIONS = "schema/migrations/outbox";

  private final EventRules rules;
  private final String function;
  private final String sql;

  private OutboxWriter(Builder builder) {
    rules = new EventRules(builder.maxPayloadBytes);
    function = builder.table.function("_write");
    // The casts let PostgreSQL, not the driver, turn text into uuid and jsonb.
    sql =
        "SELECT %s(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])"
            .formatted(function);
  }

  /** A builder for the table {@code outbox} on the search path. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Appends one event; see {@link #appendAll}.
   *
   * @param connection open connection with auto-commit off
   * @param event event to append
   */
  public void append(Connection connection, OutboxEvent event) throws SQLException {
    appendAll(connection, List.of(requireNonNull(event, "event")));
  }

  /**
   * Appends events in the order of the list, all in one statement and one round trip. The order of
   * the events of a transaction is the order of the calls.
   *
   * @param connection open connection with auto-commit off
   * @param events events to append, each once; nothing happens if there are none
   * @throws UnusableConnectionException if the connection is closed, read-only or in auto-commit
   *     mode; nothing has been sent
   * @throws InvalidEventException if one of the events can't be delivered; its index is in {@link
   *     OutboxException#eventIndex()}, nothing has been sent, and the transaction can still be used
   * @throws MissingSchemaException if the migrations have not been run; the caller must roll back
   * @throws AbortedTransactionException if an earlier statement of the transaction failed; the
   *     caller must roll back
   * @throws SQLException if the server refuses for another reason; the caller must roll back. Its
   *     message is the server's and may show values
   */
  public void appendAll(Connection connection, List<OutboxEvent> events) throws SQLException {
    requireNonNull(connection, "connection");
    // A copy: what was checked is what is sent, whatever another thread does to the list.
    List<OutboxEvent> batch =
        Arrays.asList(requireNonNull(events, "events").toArray(new OutboxEvent[0]));
    String what = batch.size() == 1 ? "append 1 event" : "append %d events".formatted(batch.size());
    CallerTransaction.require(connection, what);
    check(batch);
    if (batch.isEmpty()) {
      return;
    }
    try {
      write(connection, batch);
    } catch (SQLException e) {
      throw CallerTransaction.explain(e, what, "function " + function, MIGRATIONS);
    }
  }

  private void check(List<OutboxEvent> batch) {
    for (int i = 0; i < batch.size(); i++) {
      int index = i;
      OutboxEvent event = requireNonNull(batch.get(i), () -> "events[%d]".formatted(index));
      try {
        rules.check(event);
      } catch (EventFault fault) {
        throw new InvalidEventException(event, i, batch.size(), fault);
      }
    }
  }

  private void write(Connection connection, List<OutboxEvent> batch) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, 1, batch, event -> event.id().toString());
      bind(statement, 2, batch, OutboxEvent::aggregateType);
      bind(statement, 3, batch, OutboxEvent::aggregateId);
      bind(statement, 4, batch, OutboxEvent::eventType);
      bind(statement, 5, batch, OutboxEvent::payloadJson);
      bind(statement, 6, batch, event -> HeadersJson.write(event.headers()));
      statement.execute();
    }
  }

  private static void bind(
      PreparedStatement statement,
      int position,
      List<OutboxEvent> batch,
      Function<OutboxEvent, String> column)
      throws SQLException {
    Object[] values = batch.stream().map(column).toArray(String[]::new);
    statement.setArray(position, statement.getConnection().createArrayOf("text", values));
  }

  /** Settings of a writer. For one thread. */
  public static final class Builder {

    private TableName table = TableName.parse("outbox");
    private int maxPayloadBytes = EventRules.DEFAULT_MAX_PAYLOAD_BYTES;

    private Builder() {}

    /**
     * Names the outbox table: {@code table}, found by the connection's search path, or {@code
     * schema.table}. Names are taken as they stand in the catalog, upper case and blanks included;
     * a part that holds a dot or a quote is written in double quotes as in SQL, for example {@code
     * "my.schema"."my table"}. The default is {@code outbox}.
     *
     * @throws IllegalArgumentException if it isn't such a name, or is too long for PostgreSQL
     */
    public Builder table(String name) {
      table = TableName.parse(requireNonNull(name, "name"));
      return this;
    }

    /**
     * Limits the payload. Counted are the bytes, in UTF-8, of the text that PostgreSQL makes of the
     * jsonb and Kafka will carry: it writes exponents out and adds blanks. The default is 900,000,
     * which leaves room for key and headers below Kafka's default limit of 1 MiB per record. The
     * table has a limit of its own.
     *
     * @param bytes at least 1
     */
    public Builder maxPayloadBytes(int bytes) {
      if (bytes < 1) {
        throw new IllegalArgumentException(
            "maxPayloadBytes is %d, expected at least 1. [Hint: leave it out for %d]"
                .formatted(bytes, EventRules.DEFAULT_MAX_PAYLOAD_BYTES));
      }
      maxPayloadBytes = bytes;
      return this;
    }

    /** Makes the writer. */
    public OutboxWriter build() {
      return new OutboxWriter(this);
    }
  }
}
