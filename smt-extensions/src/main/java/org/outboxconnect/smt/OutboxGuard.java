package org.outboxconnect.smt;

import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.metrics.Monitorable;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.smt.internal.guard.GuardCounters;
import org.outboxconnect.smt.internal.guard.Quarantine;
import org.outboxconnect.smt.internal.guard.RowRules;
import org.outboxconnect.smt.internal.guard.Rule;
import org.outboxconnect.smt.internal.guard.Violation;
import org.outboxconnect.smt.internal.message.LogicalMessage;
import org.outboxconnect.smt.internal.plugin.PluginVersion;
import org.outboxconnect.smt.internal.plugin.UnknownKeys;
import org.outboxconnect.smt.internal.row.Captured;
import org.outboxconnect.smt.internal.row.OutboxRow;
import org.outboxconnect.smt.internal.row.OutboxTables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks each outbox insert for what EventRouter, the converters, the producer or the broker would
 * choke on, before any of them sees it. An event that can't be sent fails the task, or goes to a
 * quarantine topic. Stands first in the chain, without a predicate.
 *
 * <p>A record that is passed on is the same object, and no input is ever changed. Safe for use by
 * many threads once configured; does no I/O.
 *
 * @param <R> record type; change events come from source connectors
 */
public final class OutboxGuard<R extends ConnectRecord<R>>
    implements Transformation<R>, Versioned, Monitorable {

  static final String OVERVIEW_DOC =
      """
      Checks outbox events before anything else sees them, so that a row which can never be sent \
      is told by name, or taken aside, instead of stopping the relay somewhere further on. It \
      stands first in the chain and has no predicate.

      The rules:

      - `event-id`, `aggregate-id`, `event-type`: the column is NULL or blank. Blanks are those of \
      the constraints of the table: space, tab and line ends.
      - `aggregate-type`: NULL, blank, `.`, `..`, or with a character that no topic name can have.
      - `aggregate-type-not-listed`: not in `aggregate.types`.
      - `topic-name`: the topic would have more than 249 characters, be the quarantine topic or one \
      of Kafka's own (`__consumer_offsets`, `__transaction_state`, `__share_group_state`, \
      `__cluster_metadata`), or differ only in `.` and `_` from one of these or from one that this \
      task has let pass: Kafka can't have both.
      - `payload`: NULL. JSON `null`, `{}` and an empty text are payloads.
      - `headers`: no JSON, no object, or a member with a reserved name that `headers.include` \
      and `headers.exclude` let through, or with half of a surrogate pair in its name. NULL stands for no headers.
      - `created-at`: only with `created.at.header`: NULL, or no time, as `infinity`.
      - `record-size`: key, payload and headers together have more than `payload.max.bytes`. A \
      header counts with its name, its value and Kafka's lengths before them, two bytes for a small \
      one.
      - `message`: a message of the WAL whose prefix begins with `outbox.`, in any case, and that \
      is no event in the form that `OutboxMessage` reads.

      They are checked in the order event-id, aggregate-type, aggregate-type-not-listed, \
      topic-name, aggregate-id, event-type, payload, headers, created-at, record-size; the first \
      that is broken counts.

      With `on.violation=quarantine` the event becomes a record of texts on `quarantine.topic`: the \
      key is `aggregate_id`, the value is the payload, and headers hold the rest of the row \
      (`outbox.id`, `outbox.aggregate_type`, `outbox.event_type`, `outbox.headers`, \
      `outbox.created_at`), where it comes from (`outbox.schema`, `outbox.table`, \
      `outbox.lsn`) and what is wrong with it: `outbox.rule`, `outbox.reason` and `outbox.topic`, \
      the topic that it would have had, or Debezium's if Kafka can't have that one. What is NULL or \
      unknown has no header. Headers that the record had before stay.

      A quarantined record keeps `payload.max.bytes`, too. Any column above 16 KiB but the payload, \
      and then what is longest until the record fits, is left out, and two headers stand in its \
      place: `outbox.<column>.length` (bytes) and `outbox.<column>.sha256` (of the text in UTF-8), \
      as `outbox.payload.length`. Headers of before count as one column named `given`, of all names \
      and values in their order. A message has its content as the value, as text or \
      in Base64 (then with `outbox.payload.encoding`), no key, and its prefix in `outbox.prefix`.

      Updates, deletes and truncates of an outbox table are dropped, counted, and logged once for \
      each kind. A change of any other table fails the task with the table's name. So does a row \
      without one of the columns, or with one that is no text, under both policies: that is no \
      fault of the row, all others would have it too. Everything else passes: heartbeats, \
      tombstones, transaction metadata, schema changes, messages of others.

      A message that holds an event fails the task under both policies: `OutboxMessage` would have \
      made a row of it, so it doesn't stand first in `transforms`.

      Metrics, in the group `plugins` of the worker, with the tags connector, task and \
      transformation: `records-passed-total` (passed on unchanged, events and others), \
      `records-quarantined-total` (taken aside; the tag `rule` says why) and `changes-dropped-total` \
      (no inserts; the tag `op` is `u`, `d`, `t` or `other`).

      The keys under Headers must be those of `OutboxHeaders`, because what they select counts for \
      the size, and what they exclude isn't checked.

      No message, log line or `outbox.reason` holds anything of the row but its id and an aggregate \
      type that is a legal name.
      """;

  private static final Logger LOG = LoggerFactory.getLogger(OutboxGuard.class);

  private final OutboxTables tables = new OutboxTables();
  private final GuardCounters counters = new GuardCounters();

  // Set once by configure(), read-only from then on.
  private RowRules rules;
  private Optional<Quarantine> quarantine = Optional.empty();

  /** Called by Connect. */
  public OutboxGuard() {}

  /**
   * Called by Connect once, before the first record.
   *
   * @throws ConfigException if a value is invalid, a key unknown, or no topic can be named after a
   *     listed aggregate type
   */
  @Override
  public void configure(Map<String, ?> settings) {
    UnknownKeys.refuse("OutboxGuard", OutboxGuardConfig.CONFIG_DEF, settings);
    OutboxGuardConfig config = new OutboxGuardConfig(settings);
    rules = config.rules();
    quarantine = config.quarantine();
  }

  /** Called by Connect once, after {@code configure}; shows what this plugin counts. */
  @Override
  public void withPluginMetrics(PluginMetrics metrics) {
    counters.showIn(metrics);
  }

  /**
   * Returns the given record if nothing is wrong with it, a record for the quarantine topic in its
   * place, or null for a change of an outbox table that adds no row.
   *
   * @throws DataException if the event breaks a rule and the policy is to fail, if the table lacks
   *     a column, or if the record is a change of another table; the same record fails again until
   *     settings or tables change
   */
  @Override
  public @Nullable R apply(R record) {
    Captured captured = tables.capturedBy(record);
    if (captured instanceof Captured.Insert insert) {
      return checked(record, insert.row());
    }
    if (captured instanceof Captured.NoInsert change) {
      drop(change);
      return null;
    }
    Optional<LogicalMessage> message = LogicalMessage.forOutbox(record);
    return message.isEmpty() ? passed(record) : asideOrFail(record, message.get());
  }

  private R checked(R record, OutboxRow row) {
    Violation violation = rules.brokenBy(row, record.headers());
    return violation == null
        ? passed(record)
        : quarantineOrFail(row, violation).take(record, row, violation);
  }

  /**
   * What {@code OutboxMessage} can read must not come here: it has become a row. If it does, nobody
   * has read it, and it is no fault of the message.
   */
  private R asideOrFail(R record, LogicalMessage message) {
    if (message.row().isPresent()) {
      throw new DataException(
          "Cannot send %s: it holds an event that no OutboxMessage has read. [Hint: put OutboxMessage first in transforms, without a predicate]"
              .formatted(message));
    }
    Violation violation =
        new Violation(Rule.MESSAGE, "It holds no event in the form of outbox_emit", record.topic());
    return quarantineOrFail(message, violation).take(record, message, violation);
  }

  private Quarantine quarantineOrFail(Object subject, Violation violation) {
    if (quarantine.isEmpty()) {
      throw new DataException(
          ("Cannot send %s: rule [%s], %s. [Hint: %s. Or let on.violation=quarantine take it aside;"
                  + " what is in the WAL can't be changed any more]")
              .formatted(subject, violation.rule(), violation.reason(), violation.rule().hint()));
    }
    logQuarantined(subject, violation);
    return quarantine.get();
  }

  private void logQuarantined(Object subject, Violation violation) {
    Object[] words = {subject, violation.rule(), violation.reason()};
    if (counters.quarantined(violation.rule())) {
      LOG.warn("Quarantined {}: rule [{}], {}. Further ones of the rule: level DEBUG", words);
    } else {
      LOG.debug("Quarantined {}: rule [{}], {}", words);
    }
  }

  private R passed(R record) {
    counters.passed();
    return record;
  }

  private void drop(Captured.NoInsert change) {
    if (counters.dropped(change.operation())) {
      LOG.warn(
          "Dropped change [{}] of table [{}]: only inserts are events. Further ones are counted,"
              + " not logged. [Hint: let the publication publish inserts only]",
          change.operation(),
          change.table());
    }
  }

  @Override
  public ConfigDef config() {
    return OutboxGuardConfig.CONFIG_DEF;
  }

  @Override
  public String version() {
    return PluginVersion.current();
  }

  @Override
  public void close() {}
}
