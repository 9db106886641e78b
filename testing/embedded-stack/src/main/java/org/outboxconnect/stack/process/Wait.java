package org.outboxconnect.stack.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Waits for a condition with a deadline. Stateless; the calling thread does the asking. */
public final class Wait {

  private static final long PAUSE_MILLIS = 20;

  private Wait() {}

  /**
   * Asks until the answer is true, about every 20 ms.
   *
   * @param condition asked on the calling thread; an exception counts as "not yet"
   * @return false if the deadline passed first; the condition has been asked at least once
   * @throws StackException if the thread is interrupted; its interrupt flag stays set
   */
  public static boolean until(Duration deadline, Callable<Boolean> condition) {
    long end = System.nanoTime() + deadline.toNanos();
    while (true) {
      if (holds(condition)) {
        return true;
      }
      if (System.nanoTime() >= end) {
        return false;
      }
      pause();
    }
  }

  /**
   * Like {@link #until} and throws when the deadline passes.
   *
   * @param what completes the sentence "Gave up waiting for …"
   * @throws StackException when the deadline passed; its cause is what the condition threw last
   */
  public static void require(String what, Duration deadline, Callable<Boolean> condition) {
    Remembering remembering = new Remembering(condition);
    if (!until(deadline, remembering)) {
      String text = "Gave up waiting for %s after %s".formatted(what, deadline);
      throw remembering.last == null
          ? new StackException(text)
          : new StackException(text, remembering.last);
    }
  }

  private static boolean holds(Callable<Boolean> condition) {
    try {
      return condition.call();
    } catch (InterruptedException interrupted) {
      throw interrupted();
    } catch (Exception notYet) {
      return false;
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException interrupted) {
      throw interrupted();
    }
  }

  private static StackException interrupted() {
    Thread.currentThread().interrupt();
    return new StackException("Interrupted while waiting for a part of the stack");
  }

  private static final class Remembering implements Callable<Boolean> {
    private final Callable<Boolean> condition;
    private @Nullable Exception last;

    Remembering(Callable<Boolean> condition) {
      this.condition = condition;
    }

    @Override
    public Boolean call() throws Exception {
      try {
        last = null;
        return condition.call();
      } catch (Exception exception) {
        last = exception;
        throw exception;
      }
    }
  }
}
