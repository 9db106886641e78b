package org.outboxconnect.monitor.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.ServerStatus;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LooksTest {

  private static final MonitorStatus NONE = Statuses.of(ServerStatus.starting("orders"));
  private static final MonitorStatus TWO = Statuses.of(Statuses.healthy("orders"));

  /** Tells a listener when the test says so. */
  private static final class Told implements Polling {
    private final CountDownLatch listens = new CountDownLatch(1);
    private volatile Consumer<MonitorStatus> listener;
    private volatile MonitorStatus now = NONE;

    void tell(MonitorStatus status) throws InterruptedException {
      listens.await();
      now = status;
      listener.accept(status);
    }

    @Override
    public MonitorStatus status() {
      return now;
    }

    @Override
    public void onStatus(Consumer<MonitorStatus> listener) {
      this.listener = listener;
      listens.countDown();
    }

    @Override
    public void close() {}
  }

  @Test
  void should_be_done_when_each_server_was_looked_at_twice_or_failed() {
    Looks looks = new Looks(new Told(), 2);
    ServerStatus once = new ServerStatus("once", null, null, Statuses.NOW, 1, 0, List.of());
    ServerStatus failed = Statuses.down("failed", Reason.FAILED, "08001: refused");

    assertThat(looks.areDone(NONE)).isFalse();
    assertThat(looks.areDone(Statuses.of(once))).isFalse();
    assertThat(looks.areDone(Statuses.of(Statuses.healthy("a"), once))).isFalse();
    assertThat(looks.areDone(Statuses.of(Statuses.healthy("a"), failed))).isTrue();
  }

  @Test
  void should_go_on_as_soon_as_that_is_so() throws Exception {
    Told told = new Told();
    CompletableFuture<MonitorStatus> waiting =
        CompletableFuture.supplyAsync(() -> await(new Looks(told, 2), Duration.ofDays(1)));

    told.tell(NONE);
    told.tell(TWO);
    assertThat(waiting).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(TWO);
  }

  @Test
  void should_not_wait_for_ever() {
    assertThat(await(new Looks(new Told(), 2), Duration.ofMillis(1))).isEqualTo(NONE);
  }

  private static MonitorStatus await(Looks looks, Duration patience) {
    try {
      return looks.await(patience);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
