package org.outboxconnect.client.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.transaction.annotation.Propagation.MANDATORY;
import static org.springframework.transaction.annotation.Propagation.NESTED;
import static org.springframework.transaction.annotation.Propagation.NOT_SUPPORTED;
import static org.springframework.transaction.annotation.Propagation.REQUIRED;
import static org.springframework.transaction.annotation.Propagation.REQUIRES_NEW;
import static org.springframework.transaction.annotation.Propagation.SUPPORTS;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxconnect.client.AbortedTransactionException;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.client.OutboxDatabase;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.client.UnusableConnectionException;
import org.outboxconnect.testing.Case;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.support.TransactionTemplate;

/** The outbox in all kinds of transactions that Spring knows. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SpringTransactionsIT {

  @RegisterExtension
  static final OutboxDatabase database = OutboxDatabase.named("spring_transactions");

  private static SpringApp jdbc;
  private static SpringApp jpa;

  @BeforeAll
  static void start() throws SQLException {
    OrdersTable.create(database);
    HikariDataSource pool = Pool.over(database.dataSource());
    OutboxWriter writer = OutboxWriter.builder().mode(OutboxMode.RETAINED).build();
    jdbc = new SpringApp(SpringSetup.WithJdbc.class, pool, writer);
    jpa = new SpringApp(SpringSetup.WithJpa.class, pool, writer);
  }

  @AfterAll
  static void stop() {
    jdbc.close();
    jpa.close();
  }

  @BeforeEach
  void forget() throws SQLException {
    database.execute("TRUNCATE orders, outbox");
    database.relayed();
  }

  @Test
  @Case("P9")
  void should_say_that_a_read_only_transaction_is_read_only() throws SQLException {
    assertReadOnly(jdbc, () -> jdbc.append(event("1")));
    assertReadOnly(jpa, () -> jpa.append(event("1")));
    assertReadOnly(jpa, () -> doWork(event("1")));

    assertThat(relayed()).isEmpty();
  }

  private static void assertReadOnly(SpringApp app, Runnable append) {
    TransactionTemplate readOnly = app.transaction(REQUIRED);
    readOnly.setReadOnly(true);

    assertThatThrownBy(() -> readOnly.executeWithoutResult(status -> append.run()))
        .isInstanceOf(UnusableConnectionException.class)
        .hasMessageContainingAll("the connection is read-only", "read-write transaction");
  }

  @ParameterizedTest
  @EnumSource(names = {"SUPPORTS", "NOT_SUPPORTED", "NEVER"})
  void should_refuse_when_there_is_no_transaction(Propagation propagation) {
    for (SpringApp app : List.of(jdbc, jpa)) {
      assertThatThrownBy(() -> app.append(event("1")))
          .isInstanceOf(IllegalTransactionStateException.class)
          .hasMessageContaining("no transaction is running");
      assertThatThrownBy(
              () -> app.transaction(propagation).executeWithoutResult(s -> app.append(event("1"))))
          .isInstanceOf(IllegalTransactionStateException.class);
    }
  }

  @Test
  void should_refuse_while_the_transaction_is_suspended() throws SQLException {
    for (SpringApp app : List.of(jdbc, jpa)) {
      app.inTransaction(
          outer -> {
            app.append(event("before"));
            assertThatThrownBy(
                    () ->
                        app.transaction(NOT_SUPPORTED)
                            .executeWithoutResult(none -> app.append(event("lost"))))
                .isInstanceOf(IllegalTransactionStateException.class);
            app.append(event("after"));
          });

      assertThat(relayed()).containsExactly("before", "after");
    }
  }

  @Test
  @Case("17")
  void should_belong_to_the_outer_transaction_when_the_inner_one_is_mandatory()
      throws SQLException {
    for (SpringApp app : List.of(jdbc, jpa)) {
      app.inTransaction(
          outer -> {
            for (Propagation joining : List.of(MANDATORY, SUPPORTS, REQUIRED)) {
              app.transaction(joining).executeWithoutResult(inner -> app.append(event("joined")));
            }
            outer.setRollbackOnly();
          });

      assertThat(relayed()).isEmpty();
    }
  }

  @Test
  void should_know_the_outer_transaction_again_when_a_new_one_has_ended() throws SQLException {
    for (SpringApp app : List.of(jdbc, jpa)) {
      app.inTransaction(
          outer -> {
            app.append(event("outer"));
            app.appendInNewTransaction(event("new"));
            app.append(event("outer, too"));
            assertThatThrownBy(
                    () ->
                        app.transaction(REQUIRES_NEW)
                            .executeWithoutResult(
                                inner -> {
                                  app.append(event("rolled back"));
                                  throw new IllegalStateException("of the application");
                                }))
                .hasMessage("of the application");
            app.append(event("and last"));
          });

      assertThat(relayed()).containsExactly("new", "outer", "outer, too", "and last");
    }
  }

  @Test
  void should_forget_only_what_a_nested_transaction_wrote_when_that_is_rolled_back()
      throws SQLException {
    jdbc.inTransaction(
        outer -> {
          jdbc.append(event("before"));
          jdbc.transaction(NESTED)
              .executeWithoutResult(
                  nested -> {
                    jdbc.append(event("gone"));
                    nested.setRollbackOnly();
                  });
          jdbc.transaction(NESTED).executeWithoutResult(nested -> jdbc.append(event("kept")));
          jdbc.append(event("after"));
        });

    assertThat(relayed()).containsExactly("before", "kept", "after");
  }

  @Test
  void should_roll_back_when_the_server_refuses_although_Spring_commits_after_checked_exceptions()
      throws SQLException {
    database.execute(
        "CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$ BEGIN RAISE EXCEPTION 'refused'; END $$");
    database.execute(
        "CREATE TRIGGER refused BEFORE INSERT ON outbox FOR EACH ROW"
            + " WHEN (NEW.event_type = 'refused') EXECUTE FUNCTION refused()");

    assertThatThrownBy(
            () ->
                jdbc.inTransaction(
                    status -> {
                      jdbc.append(event("before"));
                      jdbc.append(event("refused"));
                    }))
        .isInstanceOf(UncategorizedSQLException.class);

    assertThat(relayed()).isEmpty();
  }

  @Test
  @Case("13")
  void should_not_commit_in_silence_when_an_error_was_swallowed() throws SQLException {
    for (SpringApp app : List.of(jdbc, jpa)) {
      assertThatThrownBy(
              () ->
                  app.inTransaction(
                      outer -> {
                        app.append(event("lost"));
                        swallowError(app);
                      }))
          .isInstanceOf(AbortedTransactionException.class)
          .hasMessageContaining("Cannot commit: an earlier statement of this transaction failed");
      app.inTransaction(outer -> swallowError(app)); // the control: the driver says nothing
    }

    assertThat(relayed()).isEmpty();
  }

  private static void swallowError(SpringApp app) {
    JdbcTemplate template = new JdbcTemplate(app.bean(DataSource.class));
    assertThatThrownBy(() -> template.execute("SELECT 1 / 0"))
        .isInstanceOf(DataAccessException.class);
  }

  private static void doWork(OutboxEvent event) {
    EntityManager manager =
        EntityManagerFactoryUtils.getTransactionalEntityManager(
            jpa.bean(EntityManagerFactory.class));
    manager
        .unwrap(Session.class)
        .doWork(connection -> OutboxWriter.builder().build().append(connection, event));
  }

  private static OutboxEvent event(String type) {
    return OutboxEvent.of("order", "1", type, "{}");
  }

  /** Takes them off the slot, so it may be asked once. */
  private static List<String> relayed() throws SQLException {
    return database.relayed().stream().map(DecodedEvent::eventType).toList();
  }
}
