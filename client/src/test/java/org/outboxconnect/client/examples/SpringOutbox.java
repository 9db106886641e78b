package org.outboxconnect.client.examples;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

// tag::spring-outbox
/**
 * The outbox for Spring: writes into the transaction of the calling thread, whichever manager of
 * Spring has begun it, and refuses where there is none. Has to be a listener of that manager.
 *
 * <p>After the commit or rollback Spring still hands out the old connection, with auto-commit off:
 * what callbacks of those phases write on it is lost, or commits without the business change. The
 * driver can't see that, so the end of each transaction is noted here.
 */
public final class SpringOutbox implements TransactionExecutionListener {

  private final DataSource dataSource;
  private final OutboxWriter writer;
  private final ThreadLocal<Deque<Noted>> ofThread = ThreadLocal.withInitial(ArrayDeque::new);

  public SpringOutbox(DataSource dataSource, OutboxWriter writer) {
    this.dataSource = dataSource;
    this.writer = writer;
  }

  /**
   * Appends one event to the running transaction.
   *
   * @throws IllegalTransactionStateException if there is none, or it has ended
   * @throws UncategorizedSQLException for an {@link SQLException}; Spring would commit after a
   *     checked exception
   */
  public void append(OutboxEvent event) {
    requireTransaction();
    onConnection(connection -> writer.append(connection, event));
    running().forEach(each -> each.written = true);
  }

  private void requireTransaction() {
    Noted current = running().peek();
    if (current == null || !TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalTransactionStateException(
          "Cannot append to the outbox: no transaction is running. [Hint: call it from a"
              + " @Transactional method; SpringOutbox must be a listener of its manager]");
    }
    if (current.ended) {
      throw new IllegalTransactionStateException(
          "Cannot append to the outbox: the transaction has ended. [Hint: append before the commit,"
              + " at the latest in phase BEFORE_COMMIT; or in a new transaction, REQUIRES_NEW]");
    }
  }

  private void onConnection(Action action) {
    Connection connection = DataSourceUtils.getConnection(dataSource);
    try {
      action.on(connection);
    } catch (SQLException e) {
      throw new UncategorizedSQLException("Outbox", null, e);
    } finally {
      DataSourceUtils.releaseConnection(connection, dataSource);
    }
  }

  /** Transactions of this thread, the innermost first; outer ones are suspended. */
  private Deque<Noted> running() {
    Deque<Noted> noted = ofThread.get();
    noted.removeIf(each -> each.transaction.isCompleted());
    return noted;
  }

  @Override
  public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
    if (failure == null) {
      running().push(new Noted(transaction));
    }
  }

  /** After all callbacks of phase BEFORE_COMMIT. What it throws rolls the transaction back. */
  @Override
  public void beforeCommit(TransactionExecution transaction) {
    if (end(transaction)) {
      onConnection(OutboxWriter::requireCommittable); // or a swallowed SQL error would lose all
    }
  }

  @Override
  public void beforeRollback(TransactionExecution transaction) {
    end(transaction);
  }

  /** Returns whether it has written. */
  private boolean end(TransactionExecution transaction) {
    boolean written = false;
    for (Noted each : ofThread.get()) {
      if (each.transaction == transaction) {
        each.ended = true;
        written = each.written;
      }
    }
    return written;
  }

  private static final class Noted {
    private final TransactionExecution transaction;
    private boolean written;
    private boolean ended;

    private Noted(TransactionExecution transaction) {
      this.transaction = transaction;
    }
  }

  private interface Action {
    void on(Connection connection) throws SQLException;
  }
}
// end::spring-outbox
