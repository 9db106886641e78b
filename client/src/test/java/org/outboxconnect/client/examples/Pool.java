package org.outboxconnect.client.examples;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/** A pool of connections for any of the examples. */
final class Pool {

  private Pool() {}

  // tag::pool
  static HikariDataSource over(DataSource database) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database); // or setJdbcUrl, setUsername and setPassword
    // The default. Only then can the writer tell that it was called outside of a transaction.
    config.setAutoCommit(true);
    return new HikariDataSource(config);
  }
  // end::pool
}
