package org.outboxconnect.monitor.config;

import static java.util.Objects.requireNonNull;

/**
 * One thing that is wrong with the settings. Holds no secret.
 *
 * @param path the setting, for example {@code servers[0].url}; the name of a file or of a variable
 *     where the fault is not in one setting
 * @param expected what would be right
 * @param found what is there; for a secret only what kind of thing it is
 * @param hint what to do
 */
public record ConfigProblem(String path, String expected, String found, String hint) {

  /** Refuses nulls. */
  public ConfigProblem {
    requireNonNull(path, "path");
    requireNonNull(expected, "expected");
    requireNonNull(found, "found");
    requireNonNull(hint, "hint");
  }

  /** One line. */
  @Override
  public String toString() {
    return "%s: expected %s, found %s. [Hint: %s]".formatted(path, expected, found, hint);
  }
}
