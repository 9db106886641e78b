package org.outboxconnect.client.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.transaction.event.TransactionPhase.AFTER_COMMIT;
import static org.springframework.transaction.event.TransactionPhase.BEFORE_COMMIT;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.client.OutboxDatabase;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.client.UnusableConnectionException;
import org.outboxconnect.testing.Case;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The outbox in callbacks around the end of a transaction of Spring. */
@Case("17")
@DisplayNameGeneration(ReplaceUnderscores.class)
class SpringPhasesIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("spring_phases");

  private static final String PLACED = "OrderPlaced";
  private static final OutboxEvent FROM_HOOK = OutboxEvent.of("order", "1", "FromHook", "{}");

  private static final Map<Setup, SpringApp> APPS = new EnumMap<>(Setup.class);

  /** Who manages the transactions, and in which mode the pool hands its connections out. */
  enum Setup {
    JDBC(SpringSetup.WithJdbc.class, true),
    JDBC_POOL_WITHOUT_AUTO_COMMIT(SpringSetup.WithJdbc.class, false),
    JPA(SpringSetup.WithJpa.class, true),
    JPA_POOL_WITHOUT_AUTO_COMMIT(SpringSetup.WithJpa.class, false);

    private final Class<?> beans;
    private final boolean autoCommit;

    Setup(Class<?> beans, boolean autoCommit) {
      this.beans = beans;
      this.autoCommit = autoCommit;
    }

    private SpringApp start() {
      HikariConfig config = new HikariConfig();
      config.setDataSource(database.dataSource());
      config.setAutoCommit(autoCommit);
      config.setMaximumPoolSize(2); // one for a new transaction beside the outer one
      return new SpringApp(beans, new HikariDataSource(config), OutboxWriter.builder().build());
    }
  }

  /** A way through the transaction, and the phase in which something is to be written. */
  record Moment(Setup setup, TransactionPhase phase, boolean commit) {

    static Stream<Moment> all() {
      return Stream.of(Setup.values())
          .flatMap(
              setup ->
                  Stream.of(TransactionPhase.values())
                      .flatMap(
                          phase ->
                              Stream.of(true, false)
                                  .map(commit -> new Moment(setup, phase, commit))));
    }

    boolean comes() {
      return switch (phase) {
        case BEFORE_COMMIT, AFTER_COMMIT -> commit;
        case AFTER_ROLLBACK -> !commit;
        case AFTER_COMPLETION -> true;
      };
    }
  }

  @BeforeAll
  static void start() throws SQLException {
    OrdersTable.create(database);
    for (Setup setup : Setup.values()) {
      APPS.put(setup, setup.start());
    }
  }

  @AfterAll
  static void stop() {
    APPS.values().forEach(SpringApp::close);
  }

  @BeforeEach
  void forget() throws SQLException {
    database.execute("TRUNCATE orders, outbox");
    database.relayed();
  }

  static Stream<Moment> beforeTheEnd() {
    return Moment.all().filter(moment -> moment.phase() == BEFORE_COMMIT);
  }

  static Stream<Moment> afterTheEnd() {
    return Moment.all().filter(moment -> moment.phase() != BEFORE_COMMIT);
  }

  @ParameterizedTest
  @MethodSource("beforeTheEnd")
  void should_join_the_transaction_when_it_is_about_to_commit(Moment moment) throws SQLException {
    Hooks.Task task = run(moment, () -> app(moment.setup()).append(FROM_HOOK));

    assertThat(task.failure()).isEmpty();
    assertThat(relayed()).isEqualTo(moment.commit() ? List.of(PLACED, "FromHook") : List.of());
  }

  @ParameterizedTest
  @MethodSource("afterTheEnd")
  void should_refuse_when_the_transaction_has_ended(Moment moment) throws SQLException {
    Hooks.Task task = run(moment, () -> app(moment.setup()).append(FROM_HOOK));

    assertThat(task.failure().isPresent()).isEqualTo(moment.comes());
    assertThat(task.failure().stream())
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .isInstanceOf(IllegalTransactionStateException.class)
                    .hasMessageContainingAll("the transaction has ended", "REQUIRES_NEW"));
    assertThat(relayed()).isEqualTo(moment.commit() ? List.of(PLACED) : List.of());
  }

  @ParameterizedTest
  @MethodSource("afterTheEnd")
  void should_commit_on_its_own_when_it_asks_for_a_new_transaction(Moment moment)
      throws SQLException {
    Hooks.Task task = run(moment, () -> app(moment.setup()).appendInNewTransaction(FROM_HOOK));

    assertThat(task.failure()).isEmpty();
    List<String> relayed = relayed();
    assertThat(relayed.contains("FromHook")).isEqualTo(moment.comes());
    assertThat(relayed.contains(PLACED)).isEqualTo(moment.commit());
  }

  @ParameterizedTest
  @EnumSource
  void should_refuse_in_a_synchronization_that_runs_right_after_the_commit(Setup setup)
      throws SQLException {
    Hooks.Task task = new Hooks.Task(AFTER_COMMIT, () -> app(setup).append(FROM_HOOK));
    app(setup)
        .inTransaction(
            status -> {
              place(setup);
              TransactionSynchronizationManager.registerSynchronization(task);
            });

    assertThat(task.runs()).isOne();
    assertThat(task.failure()).containsInstanceOf(IllegalTransactionStateException.class);
    assertThat(relayed()).containsExactly(PLACED);
  }

  /** What the guard is for. None of this is wanted; should Spring change it, tell the docs. */
  @ParameterizedTest
  @MethodSource("afterTheEnd")
  void should_be_lost_or_commit_alone_when_nothing_guards_it(Moment moment) throws SQLException {
    Hooks.Task task = run(moment, () -> app(moment.setup()).appendUnguarded(FROM_HOOK));

    boolean written = relayed().contains("FromHook");
    switch (moment.setup()) {
      case JDBC -> { // Spring turns auto-commit on again, and that commits
        assertThat(task.failure()).isEmpty();
        assertThat(written).isEqualTo(moment.comes());
      }
      case JPA -> { // Hibernate has turned it on already
        assertThat(task.failure().isPresent()).isEqualTo(moment.comes());
        assertThat(task.failure().stream())
            .allSatisfy(e -> assertThat(e).isInstanceOf(UnusableConnectionException.class));
        assertThat(written).isFalse();
      }
      case JDBC_POOL_WITHOUT_AUTO_COMMIT, JPA_POOL_WITHOUT_AUTO_COMMIT -> { // lost without a sound
        assertThat(task.failure()).isEmpty();
        assertThat(written).isFalse();
      }
    }
  }

  private static Hooks.Task run(Moment moment, Hooks.Action action) {
    Hooks.Task task = new Hooks.Task(moment.phase(), action);
    app(moment.setup())
        .inTransaction(
            status -> {
              place(moment.setup());
              app(moment.setup()).publish(task);
              if (!moment.commit()) {
                status.setRollbackOnly();
              }
            });
    assertThat(task.runs()).isEqualTo(moment.comes() ? 1 : 0);
    return task;
  }

  private static SpringApp app(Setup setup) {
    return APPS.get(setup);
  }

  private static void place(Setup setup) {
    try {
      app(setup).orders().place("1", 7);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Takes them off the slot, so it may be asked once. */
  private static List<String> relayed() throws SQLException {
    return database.relayed().stream().map(DecodedEvent::eventType).toList();
  }
}
