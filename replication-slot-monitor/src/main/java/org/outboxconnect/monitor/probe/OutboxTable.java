package org.outboxconnect.monitor.probe;

import org.outboxconnect.monitor.watch.OutboxWatch;

/** An outbox's table in SQL. */
final class OutboxTable {

  /** The table and its partitions, from catalogs; its parameters are schema and table. */
  static final String WITH =
      """
      WITH root AS (
        SELECT c.oid FROM pg_catalog.pg_class AS c
        JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
        WHERE n.nspname = ? AND c.relname = ? AND c.relkind IN ('r', 'p')),
      outbox AS (
        SELECT c.oid, c.reltuples, c.relnamespace FROM root
        JOIN pg_catalog.pg_class AS c
          ON c.oid = root.oid
          OR c.oid IN (SELECT inhrelid FROM pg_catalog.pg_inherits WHERE inhparent = root.oid))
      """;

  private OutboxTable() {}

  /** Its name for a FROM clause. */
  static String name(OutboxWatch outbox) {
    return quoted(outbox.schema()) + "." + quoted(outbox.table());
  }

  private static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }
}
