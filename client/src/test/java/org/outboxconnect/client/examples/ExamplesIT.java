package org.outboxconnect.client.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.cfg.Configuration;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.client.OutboxDatabase;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.client.OutboxWriter;

/** Every way to be in a transaction that client/EXAMPLES.md shows, in each mode. */
@ParameterizedClass(name = "{0}")
@EnumSource(OutboxMode.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExamplesIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("examples");

  private static final List<AutoCloseable> OPEN = new ArrayList<>();
  private static List<Named<Orders>> examples;

  @Parameter OutboxMode mode;

  @BeforeAll
  static void create() throws SQLException {
    OrdersTable.create(database);
  }

  @BeforeParameterizedClassInvocation
  static void start(OutboxMode mode) {
    examples = allExamples(OutboxWriter.builder().mode(mode).build());
  }

  @AfterParameterizedClassInvocation
  static void stop() throws Exception {
    for (AutoCloseable open : OPEN) {
      open.close();
    }
    OPEN.clear();
  }

  @BeforeEach
  void forget() throws SQLException {
    database.execute("TRUNCATE orders, outbox");
    database.relayed();
  }

  private static List<Named<Orders>> allExamples(OutboxWriter writer) {
    HikariDataSource pool = opened(Pool.over(database.dataSource()));
    SpringApp jdbc = opened(new SpringApp(SpringSetup.WithJdbc.class, pool, writer));
    SpringApp jpa = opened(new SpringApp(SpringSetup.WithJpa.class, pool, writer));
    return List.of(
        Named.of("JDBC", new JdbcOrders(database.dataSource(), writer)),
        Named.of("JDBC with a pool", new JdbcOrders(pool, writer)),
        Named.of("jOOQ", new JooqOrders(DSL.using(pool, SQLDialect.POSTGRES), writer)),
        Named.of("Hibernate", new HibernateOrders(sessions(pool), writer)),
        Named.of("Spring, JDBC", jdbc.orders()),
        Named.of("Spring, JPA", jpa.jpaOrders()),
        Named.of("Spring, JDBC beside JPA", jpa.orders()));
  }

  static List<Named<Orders>> examples() {
    return examples;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void should_write_order_and_event(Orders orders) throws Exception {
    orders.place("42", 7);

    assertThat(database.query("SELECT id || ':' || total FROM orders")).containsExactly("42:7");
    assertThat(database.relayed())
        .singleElement()
        .returns("order", event -> event.aggregateType())
        .returns("42", event -> event.aggregateId())
        .returns("OrderPlaced", event -> event.eventType())
        .returns("{\"total\": 7}", event -> event.payload());
    assertThat(database.query("SELECT aggregate_id FROM outbox"))
        .isEqualTo(mode == OutboxMode.RETAINED ? List.of("42") : List.of());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void should_write_neither_when_the_commit_fails(Orders orders) throws Exception {
    assertThatThrownBy(() -> orders.place("43", OrdersTable.REFUSED_AT_COMMIT))
        .hasStackTraceContaining(OrdersTable.REFUSAL);

    assertThat(database.query("SELECT id FROM orders")).isEmpty();
    assertThat(database.relayed()).isEmpty();

    orders.place("44", 7); // nothing of the failure is left on the connection
    assertThat(database.relayed()).hasSize(1);
  }

  private static SessionFactory sessions(HikariDataSource pool) {
    Configuration configuration = new Configuration().addAnnotatedClass(Order.class);
    configuration.getProperties().put(AvailableSettings.JAKARTA_NON_JTA_DATASOURCE, pool);
    return opened(configuration.buildSessionFactory());
  }

  private static <T extends AutoCloseable> T opened(T opened) {
    OPEN.add(0, opened);
    return opened;
  }
}
