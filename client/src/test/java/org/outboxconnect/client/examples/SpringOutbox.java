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
    Connection connection = DataSourceUtils.getConnection(dataSource);
    try {
      writer.append(connection, event);
    } catch (SQLException e) {
      throw new UncategorizedSQLException("Append to the outbox", null, e);
    } finally {
      DataSourceUtils.releaseConnection(connection, dataSource);
    }
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

  @Override
  public void beforeCommit(TransactionExecution transaction) { // after all BEFORE_COMMIT callbacks
    end(transaction);
  }

  @Override
  public void beforeRollback(TransactionExecution transaction) {
    end(transaction);
  }

  private void end(TransactionExecution transaction) {
    for (Noted each : ofThread.get()) {
      each.ended |= each.transaction == transaction;
    }
  }

  private static final class Noted {
    private final TransactionExecution transaction;
    private boolean ended;

    private Noted(TransactionExecution transaction) {
      this.transaction = transaction;
    }
  }
}
// end::spring-outbox
