package org.outboxconnect.smt;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.Monitorable;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.transforms.Transformation;
import org.outboxconnect.smt.internal.message.LogicalMessage;
import org.outboxconnect.smt.internal.message.MessageChanges;
import org.outboxconnect.smt.internal.message.MessageRow;
import org.outboxconnect.smt.internal.plugin.PluginCounters;
import org.outboxconnect.smt.internal.plugin.PluginVersion;
import org.outboxconnect.smt.internal.plugin.UnknownKeys;

/**
 * Turns an event that {@code outbox_emit} wrote as a message of the WAL into the change record that
 * an insert of the same event gives. Stands first in the chain. Any other record comes back as the
 * same object, also a message that says it is for an outbox and is no event: {@code OutboxGuard}
 * decides about it.
 *
 * <p>The form of an event is strict: a JSON object of exactly the six members that {@code
 * outbox_emit} writes, in its order and spelling, in UTF-8, with nothing before, between or after
 * them, and with text that jsonb can hold.
 *
 * <p>The input is never changed, and applying it twice gives equal records. Safe for use by many
 * threads; does no I/O.
 *
 * @param <R> record type; logical messages come from source connectors
 */
public final class OutboxMessage<R extends ConnectRecord<R>>
    implements Transformation<R>, Versioned, Monitorable {

  static final String OVERVIEW_DOC =
      """
      Turns an event that `outbox_emit` wrote into the WAL (mode `WAL_MESSAGE`) into the change \
      record that an insert into the outbox table gives, so that the chain behind it is the same: \
      `transforms=message,guard,headers,outbox`. It stands first and takes no predicate.

      A record is such an event if

      - it is a logical message of Debezium's PostgreSQL connector,
      - its prefix has the form `outbox.<schema>.<table>`, in this case,
      - it was sent with its transaction (`pg_logical_emit_message(true, …)`): one that wasn't is \
      sent also if the transaction is rolled back, and
      - its content is UTF-8 text in the one form that `outbox_emit` writes: a JSON object with the \
      members `id`, `aggregate_type`, `aggregate_id`, `event_type`, `headers`, `payload` in this \
      order, nothing between them, before or after.

      `headers` and `payload` are cut out of the text and go on letter by letter; nothing is parsed \
      into numbers or rendered again. The content is read as UTF-8 whatever the locale of the \
      worker.

      Any other record passes unchanged: changes of tables, heartbeats, messages with prefixes of \
      others. So does a message that begins with `outbox.`, in any case, and is no such event, be \
      it bytes that are no text, another order of members, or nesting beyond 80,000 levels: it \
      never fails here, because everybody who may connect to the database can write one. \
      `OutboxGuard` takes it for a violation of rule `message`. Without the guard it goes to the \
      raw topic of messages.

      Metrics, in the group `plugins` of the worker, with the tags connector, task and \
      transformation: `messages-converted-total` (went on as a row) and `records-passed-total` \
      (passed on unchanged).

      The connector needs `binary.handling.mode=bytes`: with another mode the first message fails \
      the task, whose text says so. It also needs `message.prefix.include.list=outbox\\\\..*`, \
      which leaves out heartbeats and the messages of others; Debezium ignores case there.
      """;

  static final ConfigDef CONFIG_DEF = new ConfigDef();

  private final MessageChanges changes = new MessageChanges();
  private final PluginCounters counters = new PluginCounters();
  private final LongAdder passed =
      counters.counter(
          "records-passed-total", "Records that are no event in a message and went on unchanged");
  private final LongAdder converted =
      counters.counter(
          "messages-converted-total", "Messages that went on as a change of their outbox");

  /** Called by Connect. */
  public OutboxMessage() {}

  /**
   * Called by Connect once, before the first record.
   *
   * @throws ConfigException if there is any key: this transformation has none
   */
  @Override
  public void configure(Map<String, ?> settings) {
    UnknownKeys.refuse("OutboxMessage", CONFIG_DEF, settings);
  }

  /** Called by Connect once, after {@code configure}; shows what this plugin counts. */
  @Override
  public void withPluginMetrics(PluginMetrics metrics) {
    counters.showIn(metrics);
  }

  /**
   * Returns the change that stands for an event, and the given record for all others.
   *
   * @throws DataException if the connector hands messages over as text; no content of a message
   *     ever leads to an exception
   */
  @Override
  public R apply(R record) {
    Optional<LogicalMessage> message = LogicalMessage.forOutbox(record);
    Optional<MessageRow> event = message.flatMap(LogicalMessage::row);
    if (event.isEmpty()) {
      passed.increment();
      return record;
    }
    converted.increment();
    return changes.changeOf(record, message.get(), event.get());
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
