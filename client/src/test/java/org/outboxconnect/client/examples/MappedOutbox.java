package org.outboxconnect.client.examples;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Table;
import java.util.UUID;
import javax.sql.DataSource;
import org.outboxconnect.client.OutboxEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.EclipseLinkJpaVendorAdapter;
import org.springframework.transaction.annotation.Transactional;

/** What must not be done: the outbox as an entity, to be written and removed by the mapper. */
final class MappedOutbox {

  private MappedOutbox() {}

  /** A row of the outbox. */
  @Entity
  @Table(name = "outbox")
  static class Row {

    @Id private UUID id;

    @Column(name = "aggregate_type")
    private String aggregateType;

    @Column(name = "aggregate_id")
    private String aggregateId;

    @Column(name = "event_type")
    private String eventType;

    @Column(name = "payload")
    private String payload;

    protected Row() {} // for JPA

    Row(String aggregateId) {
      id = UUID.randomUUID();
      aggregateType = "order";
      this.aggregateId = aggregateId;
      eventType = "OrderPlaced";
      payload = "{}";
    }
  }

  /** Rows by Spring Data. */
  interface Rows extends JpaRepository<Row, UUID> {}

  /** Orders by Spring Data. */
  interface OrderRepository extends JpaRepository<Order, String> {}

  /** Units of work, each in a transaction of its own. */
  @Transactional
  static class Work {

    @PersistenceContext private EntityManager manager;
    private final Rows rows;
    private final OrderRepository orders;
    private final SpringOutbox outbox;

    Work(Rows rows, OrderRepository orders, SpringOutbox outbox) {
      this.rows = rows;
      this.orders = orders;
      this.outbox = outbox;
    }

    void persistAndRemove(String id) {
      Row row = new Row(id);
      manager.persist(row);
      manager.remove(row);
    }

    void saveAndDelete(String id) {
      rows.delete(rows.save(new Row(id)));
    }

    void persistAndAppend(String id) {
      manager.persist(new Order(id, 7));
      outbox.append(OutboxEvent.of("order", id, "OrderPlaced", "{}"));
    }

    void saveAndAppend(String id) {
      orders.save(new Order(id, 7));
      outbox.append(OutboxEvent.of("order", id, "OrderPlaced", "{}"));
    }
  }

  /** The beans around it. */
  @Configuration
  @EnableJpaRepositories(considerNestedRepositories = true)
  static class WithHibernate extends SpringSetup.WithJpa {

    @Bean
    Work work(Rows rows, OrderRepository orders, SpringOutbox outbox) {
      return new Work(rows, orders, outbox);
    }
  }

  /** The same with the other mapper. */
  @Configuration
  static class WithEclipseLink extends WithHibernate {

    @Override
    LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
      LocalContainerEntityManagerFactoryBean factory = super.entityManagerFactory(dataSource);
      factory.setJpaVendorAdapter(new EclipseLinkJpaVendorAdapter());
      factory.getJpaPropertyMap().put("eclipselink.weaving", "false"); // there is no Java agent
      factory.getJpaPropertyMap().put("eclipselink.logging.level", "WARNING");
      return factory;
    }
  }
}
