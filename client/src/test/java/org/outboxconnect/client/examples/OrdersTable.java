package org.outboxconnect.client.examples;

import java.sql.SQLException;
import org.outboxconnect.client.OutboxDatabase;

/** The business table of the examples. */
final class OrdersTable {

  /** A total that is written without an error and makes the commit fail. */
  static final int REFUSED_AT_COMMIT = 5000;

  static final String REFUSAL = "no order above 1000";

  private OrdersTable() {}

  static void create(OutboxDatabase database) throws SQLException {
    database.execute("CREATE TABLE orders (id text PRIMARY KEY, total int NOT NULL)");
    database.execute(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            + " $$ BEGIN RAISE EXCEPTION '%s'; END $$".formatted(REFUSAL));
    database.execute(
        "CREATE CONSTRAINT TRIGGER refusal AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED"
            + " FOR EACH ROW WHEN (NEW.total > 1000) EXECUTE FUNCTION refuse()");
  }
}
