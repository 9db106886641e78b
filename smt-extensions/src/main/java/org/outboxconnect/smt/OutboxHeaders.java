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
import org.outboxconnect.smt.internal.header.HeaderSelection;
import org.outboxconnect.smt.internal.header.HeaderSet;
import org.outboxconnect.smt.internal.plugin.PluginCounters;
import org.outboxconnect.smt.internal.plugin.PluginVersion;
import org.outboxconnect.smt.internal.plugin.UnknownKeys;
import org.outboxconnect.smt.internal.row.OutboxRow;
import org.outboxconnect.smt.internal.row.OutboxTables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the record of an outbox insert its headers: event id, event type and the members of the
 * headers column. Stands before EventRouter, which takes the row apart and adds the header {@code
 * id}. Any other record comes back as the same object.
 *
 * <p>The input is never changed, and applying it twice gives equal records. Safe for use by many
 * threads once configured; does no I/O.
 *
 * @param <R> record type; change events come from source connectors
 */
public final class OutboxHeaders<R extends ConnectRecord<R>>
    implements Transformation<R>, Versioned, Monitorable {

  static final String OVERVIEW_DOC =
      """
      Writes the headers of an outbox event. It stands before Debezium's EventRouter and passes \
      every record on that isn't an insert into an outbox table, unchanged.

      Headers are text, and each name occurs once: a header that the record already has under one \
      of these names is replaced.

      - `eventId` and `eventType`: the columns `id` and `event_type`. EventRouter adds `id`.
      - One header for each member of the column `headers`. Text goes out as it is, also when \
      empty; numbers and booleans as their text; arrays and objects as their JSON text; a null is \
      left out. A column that is NULL or holds something other than an object has no members. Of two members \
      with one name the last that isn't null counts.
      - `traceparent` and `tracestate` only if they are valid W3C Trace Context (level 1 or 2). The \
      names are found in any case and go out in lower case; if a row has several spellings, the \
      lower-case one counts, otherwise the first. Spaces and tabs around the value are removed, \
      nothing else is repaired. An invalid `traceparent` is left out and takes `tracestate` with \
      it; an invalid `tracestate` is left out alone. `tracestate` never goes out without \
      `traceparent`.
      - A `tracestate` with more than 32 members or 512 characters loses whole members until it \
      fits: first those of more than 128 characters, the longest first, then from the end.
      - `baggage`: the name as above, the value as it is.

      The names `id`, `eventId`, `eventType`, `createdAt`, and all that begin with `__debezium` or \
      `__connect` are reserved. A row whose headers use one fails the task with the event's id, \
      instead of hiding one value behind the other; `headers.exclude`, or a list in \
      `headers.include`, drops such a member. So does one with half of a surrogate pair in its name, \
      which a column of type `json`, not `jsonb`, can hold as an escape: Kafka can't have it in a \
      name. In a value it becomes a question mark.

      Metrics, in the group `plugins` of the worker, with the tags connector, task and \
      transformation: `records-expanded-total` (got headers), `records-passed-total` (passed on \
      unchanged), `trace-contexts-dropped-total` (left out because the tag `part`, `traceparent` or \
      `tracestate`, is invalid) and `tracestate-members-dropped-total` (left out because of length).

      A row without one of the columns, or with headers that are no JSON, fails the task as well. \
      Messages name event, table and column, never content.
      """;

  private static final Logger LOG = LoggerFactory.getLogger(OutboxHeaders.class);

  private final OutboxTables tables = new OutboxTables();
  private final Counters counters = new Counters();
  private HeaderSelection selection; // set once by configure(), read-only from then on

  /** Called by Connect. */
  public OutboxHeaders() {}

  /**
   * Called by Connect once, before the first record.
   *
   * @throws ConfigException if a value is invalid or a key unknown
   */
  @Override
  public void configure(Map<String, ?> settings) {
    UnknownKeys.refuse("OutboxHeaders", OutboxHeadersConfig.CONFIG_DEF, settings);
    selection = new OutboxHeadersConfig(settings).selection();
  }

  /** Called by Connect once, after {@code configure}; shows what this plugin counts. */
  @Override
  public void withPluginMetrics(PluginMetrics metrics) {
    counters.all.showIn(metrics);
  }

  /**
   * Returns a new record with headers for an outbox insert, and the given one for all others.
   *
   * @throws DataException if the row breaks the outbox table's contract; the same record fails
   *     again until the row, the table or the settings change
   */
  @Override
  public R apply(R record) {
    Optional<OutboxRow> row = tables.insertedBy(record);
    if (row.isEmpty()) {
      counters.passed.increment();
      return record; // heartbeat, tombstone, delete or another table: not ours to change
    }
    HeaderSet headers = HeaderSet.of(row.get(), selection);
    counters.expanded.increment();
    countDropped(headers, row.get(), record);
    return withHeaders(record, headers);
  }

  private void countDropped(HeaderSet headers, OutboxRow row, R record) {
    if (headers.droppedTracestateMembers() > 0) {
      counters.tracestateMembers.add(headers.droppedTracestateMembers());
    }
    String dropped = headers.droppedTraceHeader();
    if (dropped != null) {
      counters.droppedPart(dropped).increment();
      LOG.debug(
          "Left out [{}] of event [{}] on topic [{}]: not W3C", dropped, row.id(), record.topic());
    }
  }

  private R withHeaders(R record, HeaderSet headers) {
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        record.valueSchema(),
        record.value(),
        record.timestamp(),
        headers.replacingIn(record.headers()));
  }

  @Override
  public ConfigDef config() {
    return OutboxHeadersConfig.CONFIG_DEF;
  }

  @Override
  public String version() {
    return PluginVersion.current();
  }

  @Override
  public void close() {}

  /** What the metrics show. */
  private static final class Counters {
    final PluginCounters all = new PluginCounters();
    final LongAdder passed =
        all.counter(
            "records-passed-total", "Records that are no outbox insert and went on unchanged");
    final LongAdder expanded =
        all.counter("records-expanded-total", "Outbox inserts that got their headers");
    final LongAdder traceparents = contexts("traceparent");
    final LongAdder tracestates = contexts("tracestate");
    final LongAdder tracestateMembers =
        all.counter(
            "tracestate-members-dropped-total",
            "Members of tracestate that were left out to keep the rest within 32 members and 512"
                + " characters");

    private LongAdder contexts(String part) {
      return all.counter(
          "trace-contexts-dropped-total",
          "Trace contexts that were left out because this part is no W3C Trace Context; tracestate"
              + " goes with traceparent",
          Map.of("part", part));
    }

    LongAdder droppedPart(String header) {
      return header.equals("traceparent") ? traceparents : tracestates;
    }
  }
}
