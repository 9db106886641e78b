package org.outboxconnect.client.examples;

import static io.micronaut.transaction.TransactionDefinition.Propagation.MANDATORY;
import static io.micronaut.transaction.TransactionDefinition.Propagation.REQUIRED;
import static io.micronaut.transaction.TransactionDefinition.Propagation.REQUIRES_NEW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.micronaut.context.ApplicationContext;
import io.micronaut.inject.qualifiers.Qualifiers;
import io.micronaut.transaction.TransactionDefinition;
import io.micronaut.transaction.TransactionDefinition.Propagation;
import io.micronaut.transaction.TransactionOperations;
import io.micronaut.transaction.exceptions.IllegalTransactionStateException;
import io.micronaut.transaction.jdbc.DataSourceTransactionManager;
import io.micronaut.transaction.support.TransactionSynchronization;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.client.OutboxDatabase;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.testing.Case;

/** The outbox in transactions of Micronaut, nested ones and callbacks. */
@Case("17")
@DisplayNameGeneration(ReplaceUnderscores.class)
class MicronautIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("micronaut");

  private static final OutboxWriter WRITER = OutboxWriter.builder().build();

  private static HikariDataSource pool;
  private static ApplicationContext context;
  private static TransactionOperations<Connection> transactions;

  @BeforeAll
  static void start() {
    pool = Pool.over(database.dataSource());
    context = ApplicationContext.builder().build();
    context.registerSingleton(DataSource.class, pool, Qualifiers.byName("default"));
    context.start();
    transactions =
        context.getBean(DataSourceTransactionManager.class, Qualifiers.byName("default"));
  }

  @AfterAll
  static void stop() {
    context.close();
    pool.close();
  }

  @BeforeEach
  void forget() throws SQLException {
    database.relayed();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void should_share_the_fate_of_the_outer_transaction_when_the_inner_one_is_mandatory(
      boolean commit) throws SQLException {
    transactions.execute(
        TransactionDefinition.DEFAULT,
        outer -> {
          append(MANDATORY, "first");
          append(MANDATORY, "second");
          if (!commit) {
            outer.setRollbackOnly();
          }
          return null;
        });

    assertThat(relayed()).isEqualTo(commit ? List.of("first", "second") : List.of());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void should_be_refused_around_the_end_when_the_inner_transaction_is_mandatory(boolean commit)
      throws SQLException {
    Callbacks callbacks = new Callbacks(() -> append(MANDATORY, "late"));
    place(callbacks, commit);

    assertThat(callbacks.failures)
        .hasSize(commit ? 4 : 2)
        .allSatisfy(e -> assertThat(e).isInstanceOf(IllegalTransactionStateException.class));
    assertThat(relayed()).isEqualTo(commit ? List.of("placed") : List.of());
    assertThatThrownBy(() -> append(MANDATORY, "without"))
        .isInstanceOf(IllegalTransactionStateException.class);
  }

  @Test
  void should_commit_on_its_own_after_the_end_when_it_asks_for_a_transaction() throws SQLException {
    for (Propagation propagation : List.of(REQUIRED, REQUIRES_NEW)) {
      place(new AfterCompletion(() -> append(propagation, "late")), false);

      assertThat(relayed()).containsExactly("late");
    }
  }

  /** Nothing that is wanted: it is the reason for the warning in client/EXAMPLES.md. */
  @Test
  void should_commit_what_was_to_be_rolled_back_when_a_transaction_begins_before_the_end()
      throws SQLException {
    place(new BeforeCompletion(() -> append(REQUIRED, "early")), false);

    assertThat(relayed()).containsExactly("placed", "early");
  }

  private static void place(TransactionSynchronization callbacks, boolean commit) {
    transactions.execute(
        TransactionDefinition.DEFAULT,
        status -> {
          WRITER.append(status.getConnection(), event("placed"));
          status.registerSynchronization(callbacks);
          if (!commit) {
            status.setRollbackOnly();
          }
          return null;
        });
  }

  private static void append(Propagation propagation, String type) {
    transactions.execute(
        TransactionDefinition.of(propagation),
        status -> {
          WRITER.append(status.getConnection(), event(type));
          return null;
        });
  }

  private static OutboxEvent event(String type) {
    return OutboxEvent.of("order", "1", type, "{}");
  }

  /** Takes them off the slot, so it may be asked once. */
  private static List<String> relayed() throws SQLException {
    return database.relayed().stream().map(DecodedEvent::eventType).toList();
  }

  /** Does the same in each callback. */
  private static final class Callbacks implements TransactionSynchronization {
    private final List<RuntimeException> failures = new ArrayList<>();
    private final Runnable action;

    private Callbacks(Runnable action) {
      this.action = action;
    }

    @Override
    public void beforeCommit(boolean readOnly) {
      run();
    }

    @Override
    public void beforeCompletion() {
      run();
    }

    @Override
    public void afterCommit() {
      run();
    }

    @Override
    public void afterCompletion(Status status) {
      run();
    }

    private void run() {
      try {
        action.run();
      } catch (RuntimeException e) {
        failures.add(e);
      }
    }
  }

  private record AfterCompletion(Runnable action) implements TransactionSynchronization {
    @Override
    public void afterCompletion(Status status) {
      action.run();
    }
  }

  private record BeforeCompletion(Runnable action) implements TransactionSynchronization {
    @Override
    public void beforeCompletion() {
      action.run();
    }
  }
}
