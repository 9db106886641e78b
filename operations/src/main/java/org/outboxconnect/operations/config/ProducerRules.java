package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;
import static org.outboxconnect.operations.config.Rule.warning;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** How the worker's producer sends, and the topics that Connect makes for it. */
final class ProducerRules {

  private static final String IN_FLIGHT = "max.in.flight.requests.per.connection";
  private static final String LIMIT = "payload.max.bytes";

  /**
   * Room that a record's own lengths, its batch and the request need beside what a guard counts.
   */
  private static final long OVERHEAD = 4_096;

  /** Where Connect differs from the producer's own defaults, and those of the producer. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          IN_FLIGHT,
          "1",
          "acks",
          "all",
          "enable.idempotence",
          "false",
          "max.request.size",
          "1048576");

  static final List<Rule> ALL =
      List.of(
          refused("producer-reorders")
              .because("a request that is sent again overtakes the next one, and the order is lost")
              .fix(
                  "leave it out (Connect sends one at a time), or set enable.idempotence=true as well")
              .seen("Kafka's manual on max.in.flight.requests.per.connection")
              .when(ProducerRules::reorders),
          refused("producer-too-many-in-flight")
              .because("an idempotent producer takes no more than 5, so the task doesn't start")
              .fix("set it to 5 or less")
              .seen("Kafka's ProducerConfig")
              .when(
                  setup ->
                      isTrue(setup, "enable.idempotence")
                          ? number(setup, IN_FLIGHT, requests -> requests > 5)
                          : Stream.empty()),
          refused("producer-acks")
              .because("a broker that dies takes events with it that Connect counts as delivered")
              .fix("leave it out: Connect's default is all")
              .seen("Kafka's manual on acks")
              .when(
                  setup ->
                      setting(setup, "acks")
                          .filter(acks -> !List.of("all", "-1").contains(acks))
                          .map(acks -> found(setup, "acks"))
                          .stream()),
          refused("producer-ignores-keys")
              .because(
                  "events of one aggregate land in several partitions, and their order is lost")
              .fix("leave the producer's partitioner alone")
              .seen("Kafka's manual on partitioner.ignore.keys")
              .when(
                  setup ->
                      Stream.of("partitioner.ignore.keys", "partitioner.class")
                          .filter(key -> ignoresKeys(setting(setup, key).orElse("")))
                          .map(key -> found(setup, key))),
          refused("producer-request-too-small")
              .because(
                  "an event that the guard lets through is refused by the producer, and the task fails")
              .fix(
                  "let producer.override.max.request.size exceed payload.max.bytes by 4096 or more")
              .seen("RecordTooLargeException")
              .when(ProducerRules::tooSmall),
          warning("producer-lingers")
              .because("an event waits that long for others before it is sent")
              .fix("set producer.override.linger.ms=0")
              .seen("Kafka's manual on linger.ms")
              .when(setup -> number(setup, "linger.ms", millis -> millis > 100)),
          warning("producer-batch-small")
              .because("Connect sends one request at a time, so a backlog drains slowly")
              .fix("set producer.override.batch.size=131072")
              .seen("measured on Debezium 3.7.0")
              .when(setup -> number(setup, "batch.size", bytes -> bytes < 16_384)));

  private ProducerRules() {}

  private static Stream<Found> reorders(Setup setup) {
    boolean safe =
        isTrue(setup, "enable.idempotence") || setup.is("exactly.once.support", "required");
    return safe ? Stream.empty() : number(setup, IN_FLIGHT, requests -> requests > 1);
  }

  private static boolean ignoresKeys(String value) {
    return value.equalsIgnoreCase("true") || value.matches(".*(RoundRobin|UniformSticky).*");
  }

  private static Stream<Found> tooSmall(Setup setup) {
    Optional<Step> guard = setup.chain().first(Step.Role.GUARD);
    OptionalLong limit =
        guard.flatMap(step -> step.value(LIMIT)).map(Setup::parse).orElse(OptionalLong.empty());
    OptionalLong request =
        setting(setup, "max.request.size").map(Setup::parse).orElse(OptionalLong.empty());
    return guard.isPresent()
            && limit.isPresent()
            && request.isPresent()
            && limit.getAsLong() > request.getAsLong() - OVERHEAD
        ? Stream.of(guard.get().found(LIMIT))
        : Stream.empty();
  }

  private static boolean isTrue(Setup setup, String key) {
    return setting(setup, key).filter("true"::equalsIgnoreCase).isPresent();
  }

  private static Stream<Found> number(Setup setup, String key, LongPredicate bad) {
    OptionalLong number = setting(setup, key).map(Setup::parse).orElse(OptionalLong.empty());
    return number.isPresent() && bad.test(number.getAsLong())
        ? Stream.of(found(setup, key))
        : Stream.empty();
  }

  /** What is in force: the connector's override, the worker's, or the default. */
  private static Optional<String> setting(Setup setup, String key) {
    if (setup.has("producer.override." + key)) {
      return setup.value("producer.override." + key);
    }
    return setup
        .worker()
        .map(worker -> worker.get("producer." + key))
        .or(() -> Optional.ofNullable(DEFAULTS.get(key)))
        .map(String::strip);
  }

  private static Found found(Setup setup, String key) {
    return setup.has("producer.override." + key)
        ? setup.found("producer.override." + key)
        : new Found(
            "producer." + key,
            "of the worker is " + Secrets.shown(key, setting(setup, key).orElse("")));
  }
}
