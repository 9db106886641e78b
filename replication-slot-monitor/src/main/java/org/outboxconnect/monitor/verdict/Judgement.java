package org.outboxconnect.monitor.verdict;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is said about a slot, and on what grounds.
 *
 * @param verdict in a word
 * @param severity how much it matters
 * @param evidence the numbers that it rests on
 * @param cause the likely cause, as a sentence
 * @param actions what to do first, in order; three from {@link Severity#WARNING} on
 */
public record Judgement(
    Verdict verdict,
    Severity severity,
    List<Evidence> evidence,
    String cause,
    List<String> actions) {

  private static final int ACTIONS = 3;

  /**
   * One number.
   *
   * @param name with its unit at the end, for example {@code retained_bytes}
   * @param value its value
   */
  public record Evidence(String name, double value) {}

  /** Refuses an alarm that doesn't say what to do. */
  public Judgement {
    requireNonNull(verdict, "verdict");
    requireNonNull(cause, "cause");
    evidence = List.copyOf(evidence);
    actions = List.copyOf(actions);
    if (severity.compareTo(Severity.WARNING) >= 0 && actions.size() != ACTIONS) {
      throw new IllegalArgumentException(
          "Expected %d actions for verdict %s, found %d"
              .formatted(ACTIONS, verdict, actions.size()));
    }
  }

  static Draft of(Verdict verdict, Severity severity) {
    return new Draft(verdict, severity);
  }

  Judgement raisedTo(Severity floor) {
    return new Judgement(verdict, severity.atLeast(floor), evidence, cause, actions);
  }

  /** A judgement in the making; a number that isn't known is left out. */
  static final class Draft {

    private final Verdict verdict;
    private final Severity severity;
    private final List<Evidence> evidence = new ArrayList<>();
    private String cause = "";

    private Draft(Verdict verdict, Severity severity) {
      this.verdict = verdict;
      this.severity = severity;
    }

    Draft bytes(String name, @Nullable Long bytes) {
      return bytes == null ? this : count(name + "_bytes", bytes);
    }

    /** Beyond 2^53 the number is rounded. */
    Draft count(String name, long count) {
      return number(name, (double) count);
    }

    Draft seconds(String name, @Nullable Duration time) {
      return time == null ? this : number(name + "_seconds", time.toMillis() / 1e3);
    }

    private Draft number(String name, double value) {
      evidence.add(new Evidence(name, value));
      return this;
    }

    Draft because(String sentence) {
      cause = sentence;
      return this;
    }

    Judgement doing(String... actions) {
      return new Judgement(verdict, severity, evidence, cause, List.of(actions));
    }
  }
}
