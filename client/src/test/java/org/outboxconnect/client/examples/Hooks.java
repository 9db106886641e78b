package org.outboxconnect.client.examples;

import java.sql.SQLException;
import java.util.Optional;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.transaction.support.TransactionSynchronization;

/** Listeners of Spring, one per phase of a transaction. */
public class Hooks {

  /** What a listener does. */
  interface Action {
    void run() throws SQLException;
  }

  /**
   * Published in a transaction, and run in one of its phases. What it throws is kept: Spring only
   * logs exceptions of the phases after the end.
   */
  static final class Task implements TransactionSynchronization {
    private final TransactionPhase phase;
    private final Action action;
    private int runs;
    private Exception failure;

    Task(TransactionPhase phase, Action action) {
      this.phase = phase;
      this.action = action;
    }

    int runs() {
      return runs;
    }

    Optional<Exception> failure() {
      return Optional.ofNullable(failure);
    }

    /** As a synchronization of its own it runs earlier than the listeners of this phase. */
    @Override
    public void afterCommit() {
      runIn(TransactionPhase.AFTER_COMMIT);
    }

    private void runIn(TransactionPhase current) {
      if (phase != current) {
        return;
      }
      runs++;
      try {
        action.run();
      } catch (SQLException | RuntimeException e) {
        failure = e;
      }
    }
  }

  @TransactionalEventListener(phase = TransactionPhase.BEFORE_COMMIT)
  void beforeCommit(Task task) {
    task.runIn(TransactionPhase.BEFORE_COMMIT);
  }

  @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT)
  void afterCommitListener(Task task) {
    task.runIn(TransactionPhase.AFTER_COMMIT);
  }

  @TransactionalEventListener(phase = TransactionPhase.AFTER_ROLLBACK)
  void afterRollback(Task task) {
    task.runIn(TransactionPhase.AFTER_ROLLBACK);
  }

  @TransactionalEventListener(phase = TransactionPhase.AFTER_COMPLETION)
  void afterCompletion(Task task) {
    task.runIn(TransactionPhase.AFTER_COMPLETION);
  }
}
