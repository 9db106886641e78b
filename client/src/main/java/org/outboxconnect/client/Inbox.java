package org.outboxconnect.client;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Remembers which messages a consumer has applied, in the transaction that applies them: so a
 * message that is delivered twice has its effect once.
 *
 * <p>Immutable and safe for use by many threads. A {@link Connection} is not: it is used on the
 * calling thread only, and never kept, committed, rolled back or closed here.
 */
public final class Inbox {

  private static final String MIGRATIONS = "schema/migrations/inbox";
  private static final String GRANT = "GRANT INSERT ON inbox to the role of this connection";
  private static final int MAX_NAME_LENGTH = 200;
  private static final String SQL =
      "INSERT INTO inbox (consumer, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING";

  private final String consumer;

  private Inbox(String consumer) {
    this.consumer = consumer;
  }

  /**
   * The inbox of one consumer. Consumers with different names each apply a message once.
   *
   * @param consumer name that stays the same over restarts and instances, at most 200 characters
   * @throws IllegalArgumentException if the name is blank, too long or can't be stored
   */
  public static Inbox forConsumer(String consumer) {
    requireNonNull(consumer, "consumer");
    Optional<String> unstorable = Text.unstorable(consumer);
    if (consumer.isBlank()) {
      throw badName(consumer, "is blank");
    } else if (!consumer.equals(consumer.strip())) {
      throw badName(consumer, "begins or ends with a blank");
    } else if (consumer.length() > MAX_NAME_LENGTH) {
      throw badName(consumer, "has more than %d characters".formatted(MAX_NAME_LENGTH));
    } else if (unstorable.isPresent()) {
      throw badName(consumer, "holds %s, which PostgreSQL can't store".formatted(unstorable.get()));
    }
    return new Inbox(consumer);
  }

  private static IllegalArgumentException badName(String consumer, String problem) {
    return new IllegalArgumentException(
        "Inbox consumer [%s] %s. [Hint: use a short fixed name, for example shipping]"
            .formatted(Text.printable(consumer, MAX_NAME_LENGTH), problem));
  }

  /**
   * Records that this consumer applies the message, in the caller's transaction. If that rolls
   * back, the message counts as never seen.
   *
   * <p>If another transaction has recorded the same message and is still open, this call waits for
   * its end: after its commit the outcome is {@link InboxOutcome#DUPLICATE}, after its rollback
   * {@link InboxOutcome#FIRST_TIME}. At REPEATABLE READ and SERIALIZABLE the loser of such a race
   * gets SQLSTATE 40001 instead, and repeats its transaction.
   *
   * @param connection open connection with auto-commit off, the one that the effect is written on
   * @param messageId the record's header {@code id}
   * @return whether to apply the message or to skip it
   * @throws UnusableConnectionException if the connection is closed, read-only or in auto-commit
   *     mode; nothing has been sent
   * @throws MissingSchemaException if the migrations have not been run; the caller must roll back
   * @throws AbortedTransactionException if an earlier statement of the transaction failed; the
   *     caller must roll back
   * @throws SQLException if the server refuses for another reason; the caller must roll back
   */
  public InboxOutcome record(Connection connection, UUID messageId) throws SQLException {
    requireNonNull(connection, "connection");
    requireNonNull(messageId, "messageId");
    String what = "record message [%s] for consumer [%s]".formatted(messageId, consumer);
    CallerTransaction.require(connection, what);
    try (PreparedStatement statement = connection.prepareStatement(SQL)) {
      statement.setString(1, consumer);
      statement.setObject(2, messageId);
      return statement.executeUpdate() == 1 ? InboxOutcome.FIRST_TIME : InboxOutcome.DUPLICATE;
    } catch (SQLException e) {
      throw ServerRefusal.explain(e, new Call(what, "table inbox", MIGRATIONS, GRANT, List.of()));
    }
  }
}
