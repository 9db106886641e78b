package org.outboxconnect.monitor.staged;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.outboxconnect.monitor.Scene;
import org.outboxconnect.monitor.Stage;
import org.outboxconnect.monitor.verdict.SlotAssessment;

/**
 * The course of one case: a look before the fault, then a look every 15 seconds until the verdict
 * of the {@link Catalogue} comes. It may not come before the condition has held as long as the rule
 * asks, and must have come two looks later.
 */
final class Course {

  private static final int GRACE = 2;

  private final Stage stage;
  private final Catalogue told;
  private final String slot;
  private Instant before;

  /** Something that happens between two looks. */
  interface Act {
    void happen() throws Exception;
  }

  private Course(Stage stage, Catalogue told, String slot) {
    this.stage = stage;
    this.told = told;
    this.slot = slot;
  }

  /** Looks once before the fault, at a slot that need not be there yet: nothing may be said. */
  static Course before(Stage stage, Catalogue told, String slot) {
    Course course = new Course(stage, told, slot);
    stage.assessment(stage.sampleAfter(Scene.STEP), slot).ifPresent(course::requireSilence);
    course.before = stage.now();
    return course;
  }

  /** Looks until the verdict comes, the first time at once; returns the look that says it. */
  SlotAssessment until(Act beforeEachLook) throws Exception {
    Duration held = Duration.parse(told.held());
    Instant first = null;
    while (true) {
      beforeEachLook.happen();
      SlotAssessment seen = stage.look(slot);
      first = first == null ? stage.now() : first;
      if (says(seen)) {
        assertThat(Duration.between(before, stage.now()))
            .as("since before the fault, when %s was said", told.verdict())
            .isGreaterThanOrEqualTo(held);
        return seen;
      }
      requireTime(seen, Duration.between(first, stage.now()), held);
    }
  }

  /** The same while nothing happens any more. */
  SlotAssessment until() throws Exception {
    return until(() -> {});
  }

  private void requireTime(SlotAssessment seen, Duration since, Duration held) {
    assertThat(since)
        .as("Not said %d looks after %s; last was %s", GRACE, held, seen)
        .isLessThan(held.plus(Scene.STEP.multipliedBy(GRACE)));
  }

  private void requireSilence(SlotAssessment seen) {
    assertThat(says(seen)).as("said before the fault: %s", seen).isFalse();
  }

  private boolean says(SlotAssessment seen) {
    return seen.judgement().verdict() == told.verdict()
        && seen.judgement().severity() == told.severity()
        && seen.judgement().cause().contains(told.cause());
  }
}
