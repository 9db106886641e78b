package org.outboxconnect.client;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Appends events to the outbox inside the caller's transaction: they are published if, and only if,
 * it commits. {@link OutboxMode} says how they are written; the default is {@link
 * OutboxMode#TRANSIENT}.
 *
 * <p>Immutable and safe for use by many threads. A {@link Connection} is not: it is used on the
 * calling thread only, and never kept, committed, rolled back or closed here.
 *
 * <p>Delivery is at least once: consumers must expect repeats and recognise them by {@link
 * OutboxEvent#id()}, for example with {@link Inbox}.
 *
 * <p>Call it before the commit. A callback that runs after the commit has no transaction to join:
 * what it writes is lost, or commits on its own.
 *
 * <p>The trace context of the calling thread, {@code traceparent}, {@code tracestate} and {@code
 * baggage}, is added to the headers of events that have none of the three, if OpenTelemetry's API
 * is on the class path and a span is current; see {@link Builder#traceContext}.
 */
public final class OutboxWriter {

  private static final String MIGRATIONS = "schema/migrations/outbox";
  private static final String GRANT =
      "GRANT outbox_writer to the role of this connection, and run schema/admin/1_roles.sql after"
          + " each new outbox";

  private final EventRules rules;
  private final TraceSource traceSource;
  private final String function;
  private final String sql;

  private OutboxWriter(Builder builder) {
    rules = new EventRules(builder.maxPayloadBytes, builder.topicPattern);
    traceSource = builder.traceSource == null ? TraceSource.openTelemetry() : builder.traceSource;
    function = builder.table.function(builder.mode.functionSuffix());
    // One text for one event and for many, so that the driver prepares it once. The casts let
    // PostgreSQL, not the driver, turn text into uuid and jsonb. The ids are known here: the
    // function sees to it that each event is written, and their number is enough of an answer.
    sql =
        "SELECT pg_catalog.cardinality(%s(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[]))"
            .formatted(function);
  }

  /** A builder for mode transient and the table {@code outbox} on the search path. */
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
   * @throws AbortedTransactionException if an earlier statement of the transaction failed; the
   *     caller must roll back
   * @throws MissingSchemaException if the migrations have not been run; the caller must roll back
   * @throws DuplicateEventException if the id of an event is in the outbox; the caller must roll
   *     back
   * @throws RefusedByTableException if a constraint of the table refuses an event; the caller must
   *     roll back
   * @throws SQLException if the server refuses for another reason, or can't be reached; the caller
   *     must roll back. The SQLSTATE is the server's, the message shows no values
   */
  public void appendAll(Connection connection, List<OutboxEvent> events) throws SQLException {
    requireNonNull(connection, "connection");
    // A copy: what was checked is what is sent, whatever another thread does to the list.
    List<OutboxEvent> batch =
        Arrays.asList(requireNonNull(events, "events").toArray(new OutboxEvent[0]));
    String what = batch.size() == 1 ? "append 1 event" : "append %d events".formatted(batch.size());
    CallerTransaction.require(connection, what);
    if (batch.isEmpty()) {
      return;
    }
    EventColumns columns = EventColumns.of(batch, rules, traceSource.current());
    try {
      write(connection, columns);
    } catch (SQLException e) {
      throw ServerRefusal.explain(
          e, new Call(what, "function " + function, MIGRATIONS, GRANT, columns.ids()));
    }
  }

  /**
   * Refuses a transaction in which a statement has failed, to be called right before the commit.
   * PostgreSQL has given up such a transaction, but pgjdbc's {@code commit()} returns normally from
   * it, with its default settings: nothing is stored, and nobody is told. Whoever swallows SQL
   * errors needs this check; the writer's calls do the same one.
   *
   * <p>With pgjdbc the driver knows the answer, also below the common pools; with another driver it
   * takes one round trip.
   *
   * @param connection open connection with auto-commit off
   * @throws AbortedTransactionException if the transaction can only be rolled back
   * @throws UnusableConnectionException if the connection is closed or in auto-commit mode
   * @throws SQLException if the server can't be asked
   */
  public static void requireCommittable(Connection connection) throws SQLException {
    CallerTransaction.requireCommittable(requireNonNull(connection, "connection"));
  }

  private void write(Connection connection, EventColumns columns) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      columns.bind(statement, connection);
      statement.execute();
    }
  }

  /** Settings of a writer. For one thread. */
  public static final class Builder {

    private OutboxMode mode = OutboxMode.TRANSIENT;
    private TableName table = TableName.parse("outbox");
    private TopicPattern topicPattern = TopicPattern.DEFAULT;
    private int maxPayloadBytes = EventRules.DEFAULT_MAX_PAYLOAD_BYTES;
    private @Nullable TraceSource traceSource;

    private Builder() {}

    /** Sets how events are written. The default is {@link OutboxMode#TRANSIENT}. */
    public Builder mode(OutboxMode mode) {
      this.mode = requireNonNull(mode, "mode");
      return this;
    }

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

    /**
     * Says how the relay names topics, if it was set up with another pattern than the default:
     * {@code ${aggregate_type}.events}. It bounds the length of an aggregate type: Kafka allows 249
     * characters for a topic, and the table 242 for the type.
     *
     * @param pattern topic characters, with {@code ${aggregate_type}} once
     * @throws IllegalArgumentException if it is no such pattern
     */
    public Builder topicPattern(String pattern) {
      topicPattern = new TopicPattern(requireNonNull(pattern, "pattern"));
      return this;
    }

    /**
     * Takes the trace context from a supplier instead of OpenTelemetry. It is asked once in each
     * call, on the calling thread, and before anything is sent.
     *
     * <p>What it gives is added to the headers of those events in which the caller has set none of
     * the three, in whatever case. It can't make an event fail: without a valid {@code traceparent}
     * nothing is taken; a {@code tracestate} or {@code baggage} that isn't valid, or for which
     * there is no room beside the other headers, is left out; an exception is logged. There is one
     * warning in the life of the writer, and it shows no values.
     *
     * @param supplier gives {@code traceparent}, {@code tracestate} and {@code baggage} as W3C
     *     defines them; an empty map when there is no context
     */
    public Builder traceContext(Supplier<? extends Map<String, String>> supplier) {
      traceSource = new TraceSource(requireNonNull(supplier, "supplier"));
      return this;
    }

    /** Adds no trace context to any event, also when OpenTelemetry is on the class path. */
    public Builder withoutTraceContext() {
      traceSource = TraceSource.off();
      return this;
    }

    /** Makes the writer. */
    public OutboxWriter build() {
      return new OutboxWriter(this);
    }
  }
}
