package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;
import static org.outboxconnect.operations.config.Rule.warning;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Key, payload and headers are text already; a converter must not change them. */
final class ConverterRules {

  private static final String KEY = "key.converter";
  private static final String VALUE = "value.converter";
  private static final String HEADER = "header.converter";
  private static final String STRING = "org.apache.kafka.connect.storage.StringConverter";
  private static final String EXPAND = "table.expand.json.payload";

  static final List<Rule> ALL =
      List.of(
          refused("payload-quoted")
              .because("the payload, a JSON text, is encoded again: \"{\\\"total\\\": 12.5}\"")
              .fix("set value.converter=" + STRING)
              .seen("measured, debezium/debezium#2710")
              .when(setup -> expands(setup) ? Stream.empty() : of(setup, VALUE, "JsonConverter")),
          refused("value-converter")
              .because(
                  "consumers get something other than the payload's JSON text, or the task fails")
              .fix("set value.converter=" + STRING)
              .seen("measured on Debezium 3.7.0")
              .when(setup -> neither(setup, VALUE, "StringConverter", "JsonConverter")),
          refused("key-converter")
              .because("the key gets quotes or other bytes, so it lands in another partition")
              .fix("set key.converter=" + STRING)
              .seen("measured: JsonConverter writes \"o-42\" with its quotes")
              .when(setup -> neither(setup, KEY, "StringConverter")),
          refused("headers-quoted")
              .because(
                  "traceparent and all other headers arrive in quotes, and no tracer joins the trace")
              .fix("set header.converter=" + STRING)
              .seen("measured with Connect 4.0 and 4.4")
              .when(setup -> of(setup, HEADER, "JsonConverter")),
          warning("header-converter")
              .because("headers are text, and this converter may write them in another way")
              .fix("set header.converter=" + STRING)
              .seen("measured with Connect 4.0 and 4.4")
              .when(setup -> neither(setup, HEADER, "StringConverter", "JsonConverter")),
          warning("converter-of-worker")
              .because("the worker's converter is used, whatever it is, often JsonConverter")
              .fix("set it to " + STRING)
              .seen("Connect's manual")
              .when(
                  setup ->
                      Stream.of(KEY, VALUE, HEADER)
                          .filter(key -> !setup.has(key))
                          .filter(key -> converter(setup, key).isEmpty())
                          .map(setup::found)));

  private ConverterRules() {}

  private static boolean expands(Setup setup) {
    return setup
        .chain()
        .first(Step.Role.ROUTER)
        .flatMap(router -> router.value(EXPAND))
        .filter("true"::equalsIgnoreCase)
        .isPresent();
  }

  private static Stream<Found> of(Setup setup, String key, String wanted) {
    return converter(setup, key).filter(name -> name.equals(wanted)).isPresent()
        ? Stream.of(found(setup, key))
        : Stream.empty();
  }

  private static Stream<Found> neither(Setup setup, String key, String... names) {
    return converter(setup, key).filter(name -> !List.of(names).contains(name)).isPresent()
        ? Stream.of(found(setup, key))
        : Stream.empty();
  }

  /** Simple name of the class that is in force, as far as that is known. */
  private static Optional<String> converter(Setup setup, String key) {
    return (setup.has(key) ? setup.value(key) : ofWorker(setup, key))
        .map(name -> name.substring(name.lastIndexOf('.') + 1));
  }

  private static Optional<String> ofWorker(Setup setup, String key) {
    return setup.worker().map((Map<String, String> worker) -> worker.get(key));
  }

  private static Found found(Setup setup, String key) {
    return setup.has(key)
        ? setup.found(key)
        : new Found(
            key,
            "is not set, and the worker's is "
                + Secrets.shown(key, ofWorker(setup, key).orElse("")));
  }
}
