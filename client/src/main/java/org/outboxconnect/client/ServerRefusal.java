package org.outboxconnect.client;

import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes of what the server said an error that tells what to do, and that holds none of the values
 * which the server likes to quote, neither itself nor in its causes.
 */
final class ServerRefusal {

  private static final String ROLL_BACK = "The transaction is aborted; roll it back.";
  private static final int NO_EVENT = OutboxException.NO_EVENT;

  private final SQLException original;
  private final Call call;
  private final String state;
  private final Optional<ServerError> server;

  private ServerRefusal(SQLException original, Call call) {
    this.original = original;
    this.call = call;
    state = original.getSQLState() == null ? "" : original.getSQLState();
    server = Pgjdbc.errorOf(original);
  }

  /**
   * The exception to throw instead of the driver's.
   *
   * @throws SQLException with the same SQLSTATE, if there is nothing to say beyond what the server
   *     said: so that whoever repeats transactions recognises those that are worth it
   */
  static OutboxException explain(SQLException e, Call call) throws SQLException {
    ServerRefusal refusal = new ServerRefusal(e, call);
    return switch (refusal.state) {
      case "42883", "42P01", "3F000" -> refusal.missingSchema();
      case "25006" -> refusal.readOnly();
      case "25P02" -> CallerTransaction.aborted(call.what(), refusal.bare());
      case "23505" -> refusal.duplicate();
      case "23514", "23502", "23503", "23P01" ->
          refusal.hasNoPartition() ? refusal.missingPartition() : refusal.brokenRule();
      case "27000" -> refusal.meddler();
      default -> throw refusal.bare();
    };
  }

  private MissingSchemaException missingSchema() {
    return new MissingSchemaException(
        ("Cannot %s: this database has no %s, or the search path doesn't lead to it (SQLSTATE %s)."
                + " %s [Hint: run the migrations in %s, or name schema and table]")
            .formatted(call.what(), call.uses(), state, ROLL_BACK, call.migrations()),
        bare());
  }

  private UnusableConnectionException readOnly() {
    return new UnusableConnectionException(
        ("Cannot %s: the transaction is read-only, or the server is a standby (SQLSTATE %s). %s"
                + " [Hint: %s]")
            .formatted(call.what(), state, ROLL_BACK, CallerTransaction.READ_ONLY_HINT),
        bare());
  }

  private OutboxException duplicate() {
    Optional<String> id = server.flatMap(ServerError::existingId);
    int index = id.map(call.ids()::indexOf).orElse(NO_EVENT);
    if (index == NO_EVENT) {
      return brokenRule();
    }
    return new DuplicateEventException(
        ("Cannot %s: event [index %d, id %s] was written before (SQLSTATE %s). %s [Hint: if that is"
                + " a repeated request, the event is in the outbox already; otherwise leave the id"
                + " out, and append each event once]")
            .formatted(call.what(), index, id.orElseThrow(), state, ROLL_BACK),
        bare(),
        index,
        UUID.fromString(id.orElseThrow()));
  }

  /** That is a check violation, too, but of no constraint. */
  private boolean hasNoPartition() {
    return state.equals("23514")
        && server.isPresent()
        && server.flatMap(ServerError::rule).isEmpty();
  }

  private RefusedByTableException missingPartition() {
    return new RefusedByTableException(
        ("Cannot %s: the partitioned outbox has no partition for this day (SQLSTATE %s). %s [Hint:"
                + " SELECT outbox_create_partitions(table), and run it each day]")
            .formatted(call.what(), state, ROLL_BACK),
        bare(),
        NO_EVENT,
        Optional.empty());
  }

  private OutboxException meddler() {
    return new OutboxException(
        ("Cannot %s: a trigger or rule of the table takes rows away or changes them (SQLSTATE %s)."
                + " %s [Hint: let no trigger change the outbox]")
            .formatted(call.what(), state, ROLL_BACK),
        bare());
  }

  private RefusedByTableException brokenRule() {
    int index = server.flatMap(ServerError::refusedId).map(call.ids()::indexOf).orElse(NO_EVENT);
    Optional<String> rule = server.flatMap(ServerError::rule);
    return new RefusedByTableException(
        ("Cannot %s: %s is refused by the table's constraint %s (SQLSTATE %s). %s [Hint: the rules"
                + " of the outbox are in schema/README.md; a rule of your own, or another limit"
                + " than the default, is one that the client doesn't know]")
            .formatted(
                call.what(),
                index == NO_EVENT
                    ? "a row"
                    : "event [index %d, id %s]".formatted(index, call.ids().get(index)),
                rule.map("[%s]"::formatted).orElse("(its name needs PostgreSQL's own driver)"),
                state,
                ROLL_BACK),
        bare(),
        index,
        rule);
  }

  /**
   * What the server said, without detail and context. An error of the driver stays as it is: a
   * connection that broke says nothing about values.
   */
  private SQLException bare() {
    boolean quotesValues = state.startsWith("22") || state.startsWith("23");
    if (server.isEmpty() && !quotesValues) {
      return original;
    }
    String said =
        quotesValues
            ? "its message may quote values and is in the server's log"
            : server.map(ServerError::message).orElse("");
    SQLException bare =
        new SQLException(
            "Cannot %s: PostgreSQL refused it with SQLSTATE %s: %s. %s%s"
                .formatted(call.what(), state, said, ROLL_BACK, hint()),
            original.getSQLState(),
            original.getErrorCode());
    bare.setStackTrace(original.getStackTrace());
    return bare;
  }

  private String hint() {
    String hint =
        switch (state) {
          case "42501" -> call.grant();
          case "26000", "42P05" ->
              "behind PgBouncer in transaction mode, put prepareThreshold=0 into the JDBC URL";
          case "53200" ->
              "with autosave=always, put cleanupSavepoints=true into the JDBC URL, or append lists;"
                  + " otherwise raise max_locks_per_transaction";
          default -> state.startsWith("40") ? "repeat the whole transaction" : "";
        };
    return hint.isEmpty() ? "" : " [Hint: %s]".formatted(hint);
  }
}
