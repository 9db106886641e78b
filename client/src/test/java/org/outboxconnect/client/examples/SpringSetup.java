package org.outboxconnect.client.examples;

import jakarta.persistence.EntityManagerFactory;
import javax.sql.DataSource;
import org.outboxconnect.client.OutboxWriter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** Beans of the examples with Spring. Source and writer are registered by whoever starts them. */
final class SpringSetup {

  private SpringSetup() {}

  /** Transactions by JDBC. */
  @Configuration
  @EnableTransactionManagement
  static class WithJdbc {

    // tag::spring-setup
    @Bean
    SpringOutbox outbox(DataSource dataSource, OutboxWriter writer) {
      return new SpringOutbox(dataSource, writer);
    }

    @Bean
    JdbcTransactionManager transactionManager(DataSource dataSource, SpringOutbox outbox) {
      JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
      manager.addListener(outbox); // Spring Boot does this by itself
      return manager;
    }

    // end::spring-setup

    @Bean
    SpringOrders orders(DataSource dataSource, SpringOutbox outbox) {
      return new SpringOrders(new JdbcTemplate(dataSource), outbox);
    }
  }

  /** Transactions by JPA. */
  @Configuration
  @EnableTransactionManagement
  static class WithJpa {

    @Bean
    SpringOutbox outbox(DataSource dataSource, OutboxWriter writer) {
      return new SpringOutbox(dataSource, writer);
    }

    @Bean
    LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource dataSource) {
      LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
      factory.setDataSource(dataSource);
      factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
      factory.setPackagesToScan(Order.class.getPackageName());
      return factory;
    }

    @Bean
    JpaTransactionManager transactionManager(EntityManagerFactory factory, SpringOutbox outbox) {
      JpaTransactionManager manager = new JpaTransactionManager(factory);
      manager.addListener(outbox);
      return manager;
    }

    @Bean
    SpringJpaOrders jpaOrders(OutboxWriter outbox) {
      return new SpringJpaOrders(outbox);
    }

    /** JDBC beside JPA, in the same transaction. */
    @Bean
    SpringOrders orders(DataSource dataSource, SpringOutbox outbox) {
      return new SpringOrders(new JdbcTemplate(dataSource), outbox);
    }
  }
}
