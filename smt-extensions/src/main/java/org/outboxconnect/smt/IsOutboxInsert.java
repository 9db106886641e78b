package org.outboxconnect.smt;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.outboxconnect.smt.internal.plugin.PluginVersion;
import org.outboxconnect.smt.internal.plugin.UnknownKeys;
import org.outboxconnect.smt.internal.row.Captured;
import org.outboxconnect.smt.internal.row.OutboxTables;

/**
 * True for an insert into an outbox table. Knows it by Debezium's envelope and the table's columns,
 * never by the topic, so that a renamed prefix, schema or table needs no change here.
 *
 * <p>Safe for use by many threads; does no I/O.
 *
 * @param <R> record type; change events come from source connectors
 */
public final class IsOutboxInsert<R extends ConnectRecord<R>> implements Predicate<R>, Versioned {

  static final String OVERVIEW_DOC =
      """
      True for an insert into an outbox table, so that `OutboxHeaders` and EventRouter see nothing \
      else. The topic's name plays no part: a renamed topic prefix, schema or table needs no change.

      A record is an outbox insert if

      - its value has a schema whose name ends in `.Envelope`, as Debezium's change events have,
      - `op` is `c` (insert) or `r` (read by a snapshot, which somebody has to ask for: `no_data` \
      takes none), and
      - the row in `after` has the columns `aggregate_type` and `aggregate_id`.

      A row with these two that lacks another column of the outbox table counts too: it then fails \
      by name in `OutboxHeaders` or EventRouter, instead of reaching the raw topic unnoticed.

      Heartbeats, tombstones, logical messages, transaction metadata, schema changes, records \
      without schema, and updates, deletes and truncates of an outbox are none.

      A change of any other table fails the task with the name of the table. It has nowhere to go: \
      left alone it would reach the raw topic, with the task RUNNING.
      """;

  static final ConfigDef CONFIG_DEF = new ConfigDef();

  private final OutboxTables tables = new OutboxTables();

  /** Called by Connect. */
  public IsOutboxInsert() {}

  /**
   * Called by Connect once, before the first record.
   *
   * @throws ConfigException if there is any key: this predicate has none
   */
  @Override
  public void configure(Map<String, ?> settings) {
    UnknownKeys.refuse("IsOutboxInsert", CONFIG_DEF, settings);
  }

  /**
   * Tells whether the record adds a row to an outbox.
   *
   * @throws DataException if it is a change of another table, with its name
   */
  @Override
  public boolean test(R record) {
    return tables.capturedBy(record) instanceof Captured.Insert;
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }

  @Override
  public String version() {
    return PluginVersion.current();
  }

  @Override
  public void close() {}
}
