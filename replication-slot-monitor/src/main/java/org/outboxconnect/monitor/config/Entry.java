package org.outboxconnect.monitor.config;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One entry of the catalogue of settings: a key with a value, with a list of them, or a group. */
sealed interface Entry {

  /** As it is written in the file. */
  String name();

  /** What it does, as sentences of the reference page. */
  String meaning();

  /** As it is written in the name of an environment variable. */
  default String variable() {
    return name().toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /**
   * A setting with one value.
   *
   * @param fallback the default as text; null for none
   * @param required whether it has to be given
   * @param insteadOf another key of the same group that says the same in another way; null for none
   */
  record Scalar<T>(
      String name,
      Shape<T> shape,
      @Nullable String fallback,
      boolean required,
      @Nullable String insteadOf,
      String meaning)
      implements Entry {

    static <T> Scalar<T> required(String name, Shape<T> shape, String meaning) {
      return new Scalar<>(name, shape, null, true, null, meaning);
    }

    static <T> Scalar<T> optional(String name, Shape<T> shape, String meaning) {
      return new Scalar<>(name, shape, null, false, null, meaning);
    }

    static <T> Scalar<T> withDefault(String name, Shape<T> shape, String fallback, String meaning) {
      return new Scalar<>(name, shape, fallback, false, null, meaning);
    }

    Scalar<T> insteadOf(String other) {
      return new Scalar<>(name, shape, fallback, required, other, meaning);
    }
  }

  /**
   * A setting with a list of values.
   *
   * @param fallback the default; empty for an empty list
   * @param required whether there has to be at least one
   */
  record Values<T>(
      String name, Shape<T> shape, List<String> fallback, boolean required, String meaning)
      implements Entry {}

  /**
   * Settings that belong together.
   *
   * @param many whether it is a list of such groups
   * @param entries in the order of the reference page
   */
  record Group(String name, boolean many, List<Entry> entries, String meaning) implements Entry {

    static Group one(String name, String meaning, Entry... entries) {
      return new Group(name, false, Arrays.asList(entries), meaning);
    }

    static Group list(String name, String meaning, Entry... entries) {
      return new Group(name, true, Arrays.asList(entries), meaning);
    }

    Optional<Entry> entry(String key) {
      return entries.stream().filter(entry -> entry.name().equals(key)).findFirst();
    }
  }
}
