package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DeadlineTest {

  private static final Duration LOOK = Duration.ofMillis(1);

  private final Progress progress = new Progress();

  @Test
  void should_say_what_it_waited_for_and_how_far_the_run_was_when_time_is_up() {
    progress.committed();
    progress.committed();
    progress.consumed(1);
    Deadline deadline = new Deadline(Duration.ZERO, progress);

    assertThatThrownBy(() -> deadline.await("the writer", LOOK, () -> false))
        .isInstanceOf(DemoException.class)
        .hasMessage(
            "Time-out after 0 s while waiting for the writer: 2 events committed, 1 consumed");
  }

  @Test
  void should_pass_on_the_first_failure_when_a_thread_of_the_run_has_failed() {
    Deadline deadline = new Deadline(Duration.ofHours(1), progress);
    progress.phase("writing");
    progress.failed(new IllegalStateException("first"));
    progress.failed(new IllegalStateException("second"));

    assertThatThrownBy(() -> deadline.await("the writer", LOOK, () -> false))
        .isInstanceOf(DemoException.class)
        .hasMessage("Cannot go on while writing: first")
        .hasRootCauseMessage("first");
  }

  @Test
  void should_return_when_the_condition_holds_although_time_is_up() {
    new Deadline(Duration.ZERO, progress).await("nothing", LOOK, () -> true);
  }
}
