package org.outboxconnect.client.examples;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.support.TransactionTemplate;

/** A small application of Spring, and what its code may do with the outbox. */
final class SpringApp implements AutoCloseable {

  private final AnnotationConfigApplicationContext context =
      new AnnotationConfigApplicationContext();
  private final OutboxWriter writer;
  private final DataSource source;

  SpringApp(Class<?> setup, DataSource source, OutboxWriter writer) {
    this.writer = writer;
    this.source = source;
    context.registerBean(DataSource.class, () -> source);
    context.registerBean(OutboxWriter.class, () -> writer);
    context.register(setup, Hooks.class);
    context.refresh();
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** The service that writes by JDBC, in whatever transaction there is. */
  Orders orders() {
    return context.getBean("orders", Orders.class);
  }

  /** The service that writes by JPA, where there is JPA. */
  Orders jpaOrders() {
    return context.getBean("jpaOrders", Orders.class);
  }

  TransactionTemplate transaction(Propagation propagation) {
    TransactionTemplate template = new TransactionTemplate(bean(PlatformTransactionManager.class));
    template.setPropagationBehavior(propagation.value());
    return template;
  }

  void inTransaction(Consumer<TransactionStatus> action) {
    transaction(Propagation.REQUIRED).executeWithoutResult(action);
  }

  /** What listeners of the phases get. */
  void publish(Hooks.Task task) {
    context.publishEvent(task);
  }

  /** The way of this project. */
  void append(OutboxEvent event) {
    bean(SpringOutbox.class).append(event);
  }

  void appendInNewTransaction(OutboxEvent event) {
    transaction(Propagation.REQUIRES_NEW).executeWithoutResult(inner -> append(event));
  }

  /** The way that Spring's manual shows, which doesn't know whether the transaction has ended. */
  void appendUnguarded(OutboxEvent event) throws SQLException {
    Connection connection = DataSourceUtils.getConnection(source);
    try {
      writer.append(connection, event);
    } finally {
      DataSourceUtils.releaseConnection(connection, source);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
