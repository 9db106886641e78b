package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;
import static org.outboxconnect.operations.config.Rule.warning;

import java.util.List;
import java.util.stream.Stream;

/** What a connector reads, how far the slot moves, and what it keeps in memory. */
final class ReadingRules {

  static final List<Rule> ALL =
      List.of(
          warning("tables-not-limited")
              .because("a table that somebody adds to the publication stops the task")
              .fix("set table.include.list to the outbox: .*\\.outbox")
              .seen("EventRouter on another table, measured on 3.7.0")
              .when(ReadingRules::unlimitedTables),
          warning("guardrail-off")
              .because("a list of tables that is too wide shows only at the first foreign row")
              .fix("set guardrail.collections.max=1 and guardrail.collections.limit.action=fail")
              .seen("DBZ-9427")
              .when(ReadingRules::guardrailOff),
          refused("operations-not-skipped")
              .because(
                  "every deleted transient row comes as two more records, and a stretch of dropped records"
                      + " moves the slot past Connect's offset")
              .fix("set skipped.operations=u,d,t")
              .seen("measured on Debezium 3.7.0: a third of the events per second")
              .when(ReadingRules::operationsRead),
          warning("tombstones-read")
              .because("each delete that is read comes with one more record")
              .fix("set tombstones.on.delete=false")
              .seen("default of Debezium 3.7.0")
              .when(setup -> setup.when("tombstones.on.delete", "true")),
          refused("extended-headers")
              .because(
                  "each event carries four headers __debezium.context.* more, which no other relay writes")
              .fix("set extended.headers.enabled=false")
              .seen("measured on Debezium 3.7.0, DBZ-9248")
              .when(setup -> setup.unless("extended.headers.enabled", "false")),
          refused("lsn-flush-cannot-restart")
              .because(
                  "the driver moves the slot past Kafka's offset, and the next start fails with \"no longer"
                      + " available on the server\"")
              .fix("set lsn.flush.mode=connector")
              .seen("measured on Debezium 3.7.0, with no_validation and with trust_offset")
              .when(
                  setup ->
                      setup.is("offset.mismatch.strategy", "no_validation")
                              || setup.is("offset.mismatch.strategy", "trust_offset")
                          ? setup.when("lsn.flush.mode", "connector_and_driver")
                          : Stream.empty()),
          refused("slot-never-moves")
              .because(
                  "the connector confirms nothing, so PostgreSQL keeps WAL until the disk is full")
              .fix("set lsn.flush.mode=connector and leave flush.lsn.source out")
              .seen("source of Debezium 3.7.0")
              .when(
                  setup ->
                      Stream.concat(
                          setup.when("lsn.flush.mode", "manual"),
                          setup.when("flush.lsn.source", "false"))),
          refused("offset-trusts-slot")
              .because("a slot that was made anew is accepted, and the gap is never reported")
              .fix("leave offset.mismatch.strategy at no_validation, with lsn.flush.mode=connector")
              .seen("DBZ-9688")
              .when(
                  setup ->
                      setup.when("offset.mismatch.strategy", "trust_slot", "trust_greater_lsn")),
          warning("lsn-flush-ignored")
              .because("a slot that doesn't move any more shows only when the disk is full")
              .fix("set lsn.flush.timeout.action=fail")
              .seen("Debezium's manual")
              .when(setup -> setup.when("lsn.flush.timeout.action", "warn", "ignore")),
          refused("heartbeat-off")
              .because("on a busy server a quiet outbox keeps WAL until the disk is full")
              .fix("set heartbeat.interval.ms=10000")
              .seen("measured on PostgreSQL 15: 2.65 MB behind after 8 s")
              .when(setup -> setup.number("heartbeat.interval.ms", millis -> millis <= 0)),
          refused("heartbeat-without-query")
              .because(
                  "the heartbeat alone repeats the old position, so the slot stays where it is")
              .fix(
                  "set heartbeat.action.query=SELECT pg_logical_emit_message(true, 'outbox-heartbeat',"
                      + " now()::text)")
              .seen("measured on PostgreSQL 15, project-kessel/insights-rbac#1259")
              .when(setup -> setup.missing("heartbeat.action.query")),
          refused("heartbeat-not-transactional")
              .because(
                  "after a restart the connector waits for a real transaction and discards messages")
              .fix("call pg_logical_emit_message with true")
              .seen("measured on Debezium 3.7.0: 7 of 29 messages")
              .when(
                  setup ->
                      Messages.heartbeat(setup)
                          .filter(heartbeat -> !heartbeat.transactional())
                          .map(heartbeat -> new Found(Messages.QUERY, "emits with false"))
                          .stream()),
          warning("heartbeat-by-table")
              .because(
                  "a row that isn't in the publication moves nothing, and one that is stops the chain")
              .fix("use pg_logical_emit_message(true, …) instead of a table")
              .seen("debezium/debezium#4946")
              .when(
                  setup ->
                      setup
                          .value(Messages.QUERY)
                          .filter(query -> Messages.heartbeat(setup).isEmpty())
                          .map(
                              query ->
                                  new Found(Messages.QUERY, "emits no message that we can read"))
                          .stream()),
          refused("messages-let-through")
              .because(
                  "heartbeats and foreign logical messages then go to Kafka, at <topic.prefix>.message")
              .fix(
                  "set message.prefix.exclude.list=(?s).*; with OutboxMessage,"
                      + " message.prefix.include.list=outbox\\..*")
              .seen("measured on Debezium 3.7.0")
              .when(Messages::letThrough),
          refused("messages-unread")
              .because(
                  "events in messages come through, no OutboxMessage reads them, and the guard stops")
              .fix("put OutboxMessage first, or set message.prefix.exclude.list=(?s).*")
              .seen("the contract of the guard")
              .when(Messages::unread),
          refused("messages-shut-out")
              .because("OutboxMessage stands in the chain, but Debezium drops what it is to read")
              .fix("set message.prefix.include.list=outbox\\..* and no exclude list")
              .seen("Debezium filters before the transformations")
              .when(Messages::shutOut),
          refused("messages-not-bytes")
              .because("OutboxMessage needs the bytes of a message as they are")
              .fix("set binary.handling.mode=bytes")
              .seen("the content of a message is a binary column to Debezium")
              .when(
                  setup ->
                      setup.chain().has(Step.Role.MESSAGE)
                          ? setup.unless("binary.handling.mode", "bytes")
                          : Stream.empty()),
          refused("messages-with-shards")
              .because(
                  "messages pass no row filter, so the connector of every shard sends every message")
              .fix("write rows to an outbox with shards; read messages with one connector and slot")
              .seen("PostgreSQL's manual on row filters; outbox_emit refuses such an outbox")
              .when(Messages::withShards),
          refused("signals-by-table")
              .because("rows of the signal table go through the chain and stop the task")
              .fix("use signal.enabled.channels=kafka,jmx and no signal.data.collection")
              .seen("EventRouter on another table, measured on 3.7.0")
              .when(setup -> setup.set("signal.data.collection")),
          warning("transaction-metadata")
              .because(
                  "it adds a topic and two records to each transaction, and nobody reads them here")
              .fix("set provide.transaction.metadata=false")
              .seen("Debezium's manual")
              .when(setup -> setup.when("provide.transaction.metadata", "true")),
          refused("queue-unbounded")
              .because(
                  "8192 large payloads end in an OutOfMemoryError, for all connectors of the worker")
              .fix("set max.queue.size.in.bytes=134217728")
              .seen("airbytehq/airbyte#26454")
              .when(setup -> setup.number("max.queue.size.in.bytes", bytes -> bytes <= 0)),
          warning("poll-slow")
              .because("each event waits for up to this time")
              .fix("set poll.interval.ms=75")
              .seen("measured: 340 ms at the median with the default, 43 ms with 75")
              .when(setup -> setup.number("poll.interval.ms", millis -> millis >= 500)));

  private ReadingRules() {}

  private static Stream<Found> unlimitedTables(Setup setup) {
    boolean limited = setup.has("table.include.list") || setup.chain().has(Step.Role.MESSAGE);
    boolean all = setup.is("table.include.list", ".*");
    return limited && !all ? Stream.empty() : Stream.of(setup.found("table.include.list"));
  }

  private static Stream<Found> guardrailOff(Setup setup) {
    if (setup.chain().has(Step.Role.MESSAGE)) {
      return Stream.empty(); // reads no table
    }
    return Stream.concat(
        setup.number("guardrail.collections.max", max -> max <= 0),
        setup.unless("guardrail.collections.limit.action", "fail"));
  }

  private static Stream<Found> operationsRead(Setup setup) {
    List<String> skipped = setup.list("skipped.operations");
    return skipped.containsAll(List.of("u", "d", "t"))
            || References.isReference(String.join(",", skipped))
        ? Stream.empty()
        : setup
            .value("skipped.operations")
            .map(value -> setup.found("skipped.operations"))
            .stream();
  }
}
