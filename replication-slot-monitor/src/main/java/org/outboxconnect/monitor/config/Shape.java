package org.outboxconnect.monitor.config;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the text of a setting has to look like.
 *
 * @param expected for messages and the reference page, for example {@code a duration}
 * @param parser gives null for what it can't read; throws nothing
 * @param standIn goes on in place of what can't be read, so that all problems are found at once; no
 *     configuration is made of it
 * @param shown whether a wrong value may be repeated in a message
 * @param <T> what the text stands for
 */
record Shape<T>(String expected, Function<String, @Nullable T> parser, T standIn, boolean shown) {

  static <T> Shape<T> of(String expected, Function<String, @Nullable T> parser, T standIn) {
    return new Shape<>(expected, parser, standIn, true);
  }

  /** Blanks around a value that is no secret are not part of it. */
  @Nullable T parse(String text) {
    return parser.apply(shown ? text.strip() : text);
  }

  /** For what is a secret, or may hold one. */
  Shape<T> hidden() {
    return new Shape<>(expected, parser, standIn, false);
  }
}
