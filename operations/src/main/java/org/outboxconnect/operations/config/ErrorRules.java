package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;
import static org.outboxconnect.operations.config.Rule.warning;

import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** What happens to a record, or to a connection, that fails; and what exactly-once needs. */
final class ErrorRules {

  private static final int FEW_EVENTS = 100;

  static final List<Rule> ALL =
      List.of(
          refused("errors-tolerated")
              .because(
                  "what a transformation, a converter or the producer refuses is dropped without a line in"
                      + " the log; source connectors have no dead letter queue")
              .fix(
                  "set errors.tolerance=none; OutboxGuard can quarantine rows: on.violation=quarantine")
              .seen("source of Connect 4.4, apache/kafka#8858")
              .when(setup -> quarantines(setup) ? Stream.empty() : tolerant(setup)),
          warning("errors-tolerated-beside-quarantine")
              .because(
                  "the guard's quarantine catches bad rows, but what converter and producer refuse is"
                      + " still dropped without a line in the log")
              .fix("set errors.tolerance=none")
              .seen("source of Connect 4.4")
              .when(setup -> quarantines(setup) ? tolerant(setup) : Stream.empty()),
          refused("payloads-logged")
              .because("each failure writes the whole event, personal data included, to the log")
              .fix("set errors.log.include.messages=false")
              .seen("Connect's manual")
              .when(setup -> setup.when("errors.log.include.messages", "true")),
          warning("errors-retried")
              .because(
                  "a second try hands EventRouter the same record, which then has two headers id")
              .fix("leave errors.retry.timeout at 0")
              .seen("measured on Debezium 3.7.0")
              .when(setup -> setup.number("errors.retry.timeout", millis -> millis != 0)),
          refused("retries-bounded")
              .because(
                  "heartbeats don't reset the counter: a quiet connector fails for good after that many"
                      + " dropped connections")
              .fix("set errors.max.retries=-1 and watch the slot instead of the task's state")
              .seen("measured on Debezium 3.7.0 with 3 and 10")
              .when(setup -> setup.number("errors.max.retries", retries -> retries >= 0)),
          refused("events-skipped")
              .because("an event that can't be processed is passed over, and nobody hears of it")
              .fix("set event.processing.failure.handling.mode=fail")
              .seen("Debezium's manual")
              .when(setup -> setup.unless("event.processing.failure.handling.mode", "fail")),
          refused("columns-skipped")
              .because(
                  "a column that can't be converted is left out, and the record goes on without it")
              .fix("set event.converting.failure.handling.mode=fail")
              .seen("default of Debezium 3.7.0")
              .when(setup -> setup.unless("event.converting.failure.handling.mode", "fail")),
          refused("transaction-boundary")
              .because("Debezium's connector can't define transactions, so the task doesn't start")
              .fix("set transaction.boundary=poll")
              .seen("source of Debezium, canDefineTransactionBoundaries")
              .when(setup -> setup.when("transaction.boundary", "connector")),
          refused("transaction-per-event")
              .because(
                  "with exactly-once each poll is a Kafka transaction, here one for each event")
              .fix("set max.batch.size=2048, or leave exactly-once out")
              .seen("Connect's manual on transaction.boundary")
              .when(setup -> transactionsOf(setup, size -> size == 1)),
          warning("transaction-per-few-events")
              .because(
                  "with exactly-once each poll is a Kafka transaction, here one for few events")
              .fix("set max.batch.size=2048 as outbox-cdc-exactly-once.json does")
              .seen("Connect's manual on transaction.boundary")
              .when(setup -> transactionsOf(setup, size -> size > 1 && size < FEW_EVENTS)));

  private ErrorRules() {}

  private static Stream<Found> transactionsOf(Setup setup, LongPredicate size) {
    return isExactlyOnce(setup) && setup.is("transaction.boundary", "poll")
        ? setup.number("max.batch.size", size)
        : Stream.empty();
  }

  /** The connector demands it, or the worker gives it to all. */
  private static boolean isExactlyOnce(Setup setup) {
    return setup.is("exactly.once.support", "required")
        || setup
            .worker()
            .map(worker -> worker.getOrDefault("exactly.once.source.support", "").strip())
            .filter("enabled"::equalsIgnoreCase)
            .isPresent();
  }

  private static Stream<Found> tolerant(Setup setup) {
    return setup.when("errors.tolerance", "all");
  }

  private static boolean quarantines(Setup setup) {
    return setup
        .chain()
        .first(Step.Role.GUARD)
        .flatMap(guard -> guard.value("on.violation"))
        .filter("quarantine"::equalsIgnoreCase)
        .isPresent();
  }
}
