package org.outboxconnect.operations.config;

import java.util.stream.Stream;

/**
 * One thing that can be wrong.
 *
 * @param name stable name
 * @param severity of each finding
 * @param why the effect, as the end of a sentence
 * @param fix what to do
 * @param fact where we know it from
 * @param search finds the places
 */
record Rule(String name, Severity severity, String why, String fix, String fact, Search search) {

  /** Finds the places where a rule is broken. */
  @FunctionalInterface
  interface Search {
    Stream<Found> in(Setup setup);
  }

  /** A rule in the making: {@code refused("x").because("…").fix("…").seen("…").when(…)}. */
  record Draft(String name, Severity severity, String why, String fix, String fact) {

    Draft because(String effect) {
      return new Draft(name, severity, effect, fix, fact);
    }

    Draft fix(String whatToDo) {
      return new Draft(name, severity, why, whatToDo, fact);
    }

    Draft seen(String where) {
      return new Draft(name, severity, why, fix, where);
    }

    Rule when(Search search) {
      return new Rule(name, severity, why, fix, fact, search);
    }
  }

  static Draft refused(String name) {
    return new Draft(name, Severity.REFUSED, "", "", "");
  }

  static Draft warning(String name) {
    return new Draft(name, Severity.WARNING, "", "", "");
  }

  Finding finding(Found found) {
    return new Finding(
        name,
        severity,
        found.key(),
        "%s %s: %s".formatted(found.key(), found.what(), why),
        found.hint().orElse(fix));
  }

  @Override
  public String toString() {
    return name;
  }
}
