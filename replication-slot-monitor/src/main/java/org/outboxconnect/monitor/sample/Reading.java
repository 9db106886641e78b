package org.outboxconnect.monitor.sample;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What one probe brought: a value, or why there is none. A value that is missing is never a healthy
 * one.
 *
 * @param <T> type of the value; immutable
 */
public sealed interface Reading<T> {

  /** Why a value is missing. */
  enum Reason {
    /** The role may not see it. */
    MISSING_PRIVILEGE,
    /** This server is too old to have it. */
    NOT_ON_THIS_VERSION,
    /** The server refused, or the connection broke; the detail begins with the SQLSTATE. */
    FAILED,
    /** It took longer than a probe may, or something held a lock. */
    TIMED_OUT,
    /** Nothing to read here: no consumer is connected, the server is a standby, or nobody asked. */
    NOT_APPLICABLE
  }

  /**
   * The value.
   *
   * @param found what was found
   * @param <T> its type
   */
  record Known<T>(T found) implements Reading<T> {

    /** Refuses null. */
    public Known {
      requireNonNull(found, "found");
    }
  }

  /**
   * No value.
   *
   * @param reason why
   * @param detail what would help: the role to grant, the SQLSTATE with the server's text
   * @param <T> the type that a value would have
   */
  record Unknown<T>(Reason reason, String detail) implements Reading<T> {

    /** Refuses nulls. */
    public Unknown {
      requireNonNull(reason, "reason");
      requireNonNull(detail, "detail");
    }
  }

  /** A reading with a value. */
  static <T> Reading<T> known(T value) {
    return new Known<>(value);
  }

  /** A reading without one. */
  static <T> Reading<T> unknown(Reason reason, String detail) {
    return new Unknown<>(reason, detail);
  }

  /** The value, if there is one. */
  default Optional<T> value() {
    return this instanceof Known<T> known ? Optional.of(known.found()) : Optional.empty();
  }

  /** Why there is no value; empty if there is one. */
  default Optional<Reason> whyUnknown() {
    return this instanceof Unknown<T> unknown ? Optional.of(unknown.reason()) : Optional.empty();
  }

  /** Tells whether a privilege would bring the value. */
  default boolean isHidden() {
    return whyUnknown().filter(Reason.MISSING_PRIVILEGE::equals).isPresent();
  }
}
