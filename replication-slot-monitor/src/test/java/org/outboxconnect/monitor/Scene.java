package org.outboxconnect.monitor;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.verdict.Assessor;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.verdict.Verdict;
import org.outboxconnect.monitor.watch.Expectations;

/** A slot watched over hours, a look every 15 seconds of a clock that nobody waits for. */
public final class Scene {

  public static final Duration STEP = Duration.ofSeconds(15);
  private static final Duration LIMIT = Duration.ofDays(2);

  public final Look look = new Look();
  public final ServerHistory history = new ServerHistory();
  private final Assessor assessor;

  public Scene() {
    this(Set.of(Look.SLOT));
  }

  public Scene(Set<String> expected) {
    assessor = new Assessor(new Expectations(expected), Limits.UNKNOWN, Thresholds.DEFAULTS);
  }

  /** Twenty minutes of a healthy slot. */
  public static Scene healthy() {
    return healthy(Set.of(Look.SLOT));
  }

  /** The same where other slots are expected. */
  public static Scene healthy(Set<String> expected) {
    Scene scene = new Scene(expected);
    scene.run(Duration.ofMinutes(20), look -> look.write(Look.MB).consume());
    return scene;
  }

  /** One look, a step later. */
  public SlotAssessment next(Consumer<Look> change) {
    look.now = look.now.plus(STEP);
    change.accept(look);
    history.add(look.sample());
    return assessor.assess(look.sample(), history).get(0);
  }

  /** Looks for so long; the last assessment. */
  public SlotAssessment run(Duration time, Consumer<Look> change) {
    SlotAssessment last = next(change);
    for (Instant end = look.now.plus(time).minus(STEP); look.now.isBefore(end); ) {
      last = next(change);
    }
    return last;
  }

  /** How long after the look before the first change something is first said. */
  public Duration until(Predicate<SlotAssessment> said, Consumer<Look> change) {
    Instant begin = look.now;
    while (!said.test(next(change))) {
      if (Duration.between(begin, look.now).compareTo(LIMIT) > 0) {
        throw new AssertionError("Not said within " + LIMIT);
      }
    }
    return Duration.between(begin, look.now);
  }

  /** The verdict that counts is this one. */
  public static Predicate<SlotAssessment> says(Verdict verdict, Severity severity) {
    return assessment ->
        assessment.judgement().verdict() == verdict
            && assessment.judgement().severity() == severity;
  }
}
