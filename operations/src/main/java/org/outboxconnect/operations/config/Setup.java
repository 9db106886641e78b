package org.outboxconnect.operations.config;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.stream.Stream;

/** What the rules look at: the connector's settings with their defaults, and the worker's. */
final class Setup {

  private final ConnectorFile file;
  private final Optional<Map<String, String>> worker;
  private final Chain chain;

  Setup(ConnectorFile file, Optional<Map<String, String>> worker) {
    this.file = file;
    this.worker = worker;
    this.chain = Chain.of(file.config());
  }

  ConnectorFile file() {
    return file;
  }

  Map<String, String> config() {
    return file.config();
  }

  /** All properties of the worker, if they were given. */
  Optional<Map<String, String>> worker() {
    return worker;
  }

  Chain chain() {
    return chain;
  }

  boolean has(String key) {
    return config().containsKey(key);
  }

  /** The value or the default; empty if there is none, or if it is a reference. */
  Optional<String> value(String key) {
    return Optional.ofNullable(config().get(key))
        .or(() -> defaultOf(key))
        .map(String::strip)
        .filter(value -> !References.isReference(value));
  }

  boolean is(String key, String expected) {
    return value(key).filter(expected::equalsIgnoreCase).isPresent();
  }

  /** The value as a whole number; empty also if it is none, which Connect's validation reports. */
  OptionalLong number(String key) {
    return value(key).map(Setup::parse).orElse(OptionalLong.empty());
  }

  List<String> list(String key) {
    return value(key).map(Setup::split).orElse(List.of());
  }

  static List<String> split(String value) {
    return Arrays.stream(value.split(",", -1))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .toList();
  }

  static OptionalLong parse(String value) {
    try {
      return OptionalLong.of(Long.parseLong(value.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Finds a key whose value, or default, is none of the good ones. */
  Stream<Found> unless(String key, String... good) {
    return value(key)
        .filter(value -> Arrays.stream(good).noneMatch(value::equalsIgnoreCase))
        .map(value -> found(key))
        .stream();
  }

  /** Finds a key whose value, or default, is one of the bad ones. */
  Stream<Found> when(String key, String... bad) {
    return Arrays.stream(bad).anyMatch(value -> is(key, value))
        ? Stream.of(found(key))
        : Stream.empty();
  }

  /** Finds a key whose value, or default, is such a number. */
  Stream<Found> number(String key, LongPredicate bad) {
    OptionalLong number = number(key);
    return number.isPresent() && bad.test(number.getAsLong())
        ? Stream.of(found(key))
        : Stream.empty();
  }

  /** Finds a key that is set, whatever the value. */
  Stream<Found> set(String key) {
    return has(key) ? Stream.of(found(key)) : Stream.empty();
  }

  Stream<Found> missing(String key) {
    return has(key) ? Stream.empty() : Stream.of(found(key));
  }

  /** What there is: the value if it may be shown, or the default that is in force. */
  Found found(String key) {
    String value = config().get(key);
    return new Found(key, value == null ? absent(key) : "is " + Secrets.shown(key, value));
  }

  private static String absent(String key) {
    return defaultOf(key)
        .map(value -> "is not set and defaults to " + Secrets.shown(key, value))
        .orElse("is not set");
  }

  private static Optional<String> defaultOf(String key) {
    return KnownKeys.DEBEZIUM
        .defaultOf(key)
        .or(() -> KnownKeys.UNDECLARED.defaultOf(key))
        .or(() -> KnownKeys.CONNECT.defaultOf(key));
  }
}
