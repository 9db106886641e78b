package org.outboxconnect.monitor.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.probe.ServerPoller;
import org.outboxconnect.stack.process.Wait;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ServerLoopTest {

  private static final Duration GENEROUS = Duration.ofSeconds(30);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(20);

  /** Counts, and does what a test wants. */
  private static final class Counting implements ServerLoop.Round {

    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();
    private final Runnable work;

    Counting(Runnable work) {
      this.work = work;
    }

    @Override
    public void run() {
      rounds.incrementAndGet();
      work.run();
    }

    @Override
    public void end() {
      ends.incrementAndGet();
    }
  }

  @Test
  void should_poll_at_once_and_not_again_before_the_interval() {
    Counting round = new Counting(() -> {});
    try (ServerLoop loop = ServerLoop.start("a", round, HOUR)) {
      Wait.require("the first round", GENEROUS, () -> round.rounds.get() == 1);
      assertThat(loop.isAlive()).isTrue();
    }
    assertThat(round.rounds).hasValue(1);
    assertThat(round.ends).hasValue(1);
  }

  @Test
  void should_go_on_when_a_round_throws() {
    Counting round =
        new Counting(
            () -> {
              throw new IllegalStateException("planted");
            });
    try (ServerLoop loop = ServerLoop.start("a", round, SHORT)) {
      Wait.require("further rounds", GENEROUS, () -> round.rounds.get() > 3);
      assertThat(loop.isAlive()).isTrue();
    }
  }

  @Test
  void should_not_be_alive_when_a_round_hangs_beyond_four_intervals_and_the_deadline() {
    CountDownLatch hanging = new CountDownLatch(1);
    Counting round = new Counting(() -> await(hanging));
    Duration interval = Duration.ofSeconds(15);
    long allowed = interval.multipliedBy(4).plus(ServerPoller.DEADLINE).toNanos();
    ServerLoop loop = ServerLoop.start("a", round, interval);
    try {
      long now = System.nanoTime();
      assertThat(loop.isAlive(now)).isTrue();
      assertThat(loop.isAlive(now + allowed - TimeUnit.SECONDS.toNanos(30))).isTrue();
      assertThat(loop.isAlive(now + allowed)).isFalse();
    } finally {
      hanging.countDown();
      loop.close();
    }
  }

  @Test
  void should_not_be_alive_when_its_thread_has_died() {
    Counting round =
        new Counting(
            () -> {
              throw new PlantedError();
            });
    try (ServerLoop loop = ServerLoop.start("a", round, HOUR)) {
      Wait.require("the end", GENEROUS, () -> !loop.isAlive());
    }
  }

  private static final class PlantedError extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
