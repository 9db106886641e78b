package org.outboxconnect.operations.config;

import java.util.Objects;

/**
 * One thing that is wrong with a connector file. No part of it holds the value of a secret.
 *
 * @param rule stable name of the rule, as listed in docs/reference/connector-check.md
 * @param severity whether to stop here
 * @param key the setting it is about; of a chain or several files, the one to look at first
 * @param message the setting, what was found there, and the effect
 * @param hint what to do
 */
public record Finding(String rule, Severity severity, String key, String message, String hint) {

  /** Refuses nulls. */
  public Finding {
    Objects.requireNonNull(rule, "rule");
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(hint, "hint");
  }

  /** One line for people: severity, rule, message and hint. */
  @Override
  public String toString() {
    return "%s %s: %s. [Hint: %s]".formatted(severity, rule, message, hint);
  }
}
