package org.outboxconnect.monitor.probe;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.thread.SmallThreads;
import org.outboxconnect.monitor.watch.OutboxWatch;
import org.outboxconnect.monitor.watch.ServerAccess;

/**
 * Polls one server over one connection, which it makes when it is needed and again after an error.
 *
 * <p>For use by one thread at a time: a poll that is late is left out, never queued. Connecting
 * takes five seconds at most by the driver's account, the rest of a poll {@link #DEADLINE} at most.
 */
public final class ServerPoller implements AutoCloseable {

  /** Longer than any single statement may take, shorter than the time between two polls. */
  public static final Duration DEADLINE = Duration.ofSeconds(12);

  private final ServerAccess server;
  private final List<OutboxWatch> outboxes;
  private final InstantSource clock;
  private final Duration deadline;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(new SmallThreads("outbox-monitor-deadline"));
  private final WalDirectoryLook walDirectory;
  private @Nullable Session session;

  /**
   * Connects to nothing yet; looks at the WAL directory at each poll.
   *
   * @param server what to poll
   * @param outboxes the outboxes in the database of that URL
   * @param clock says when a sample was taken
   */
  public ServerPoller(ServerAccess server, List<OutboxWatch> outboxes, InstantSource clock) {
    this(server, outboxes, clock, Duration.ZERO);
  }

  /**
   * Connects to nothing yet.
   *
   * @param server what to poll
   * @param outboxes the outboxes in the database of that URL
   * @param clock says when a sample was taken
   * @param walDirectoryInterval time between two looks at the WAL directory; samples in between
   *     repeat the last one
   */
  public ServerPoller(
      ServerAccess server,
      List<OutboxWatch> outboxes,
      InstantSource clock,
      Duration walDirectoryInterval) {
    this(server, outboxes, clock, walDirectoryInterval, DEADLINE);
  }

  ServerPoller(
      ServerAccess server,
      List<OutboxWatch> outboxes,
      InstantSource clock,
      Duration walDirectoryInterval,
      Duration deadline) {
    this.server = server;
    this.outboxes = List.copyOf(outboxes);
    this.clock = clock;
    this.walDirectory = new WalDirectoryLook(walDirectoryInterval);
    this.deadline = deadline;
  }

  /**
   * Looks once. A probe that fails hides no other; without the slots there is no sample.
   *
   * @param lags tells the lag of a slot, for the age of rows that wait
   */
  public Reading<ServerSample> poll(LagSource lags) {
    try {
      Session current = connected();
      try (Deadline limit = Deadline.start(timer, current.connection(), deadline)) {
        Reading<ServerSample> sample = sample(current, lags);
        return limit.hasPassed() ? late() : sample;
      }
    } catch (SQLException failure) {
      return Reading.unknown(Reason.FAILED, SqlState.describe(failure));
    } catch (RuntimeException failure) { // for one, the password could not be had
      return Reading.unknown(Reason.FAILED, "the poll failed: " + failure);
    } finally {
      dropIfClosed();
    }
  }

  /**
   * Writes a transactional message on the connection of the last poll, to be called between two
   * polls by the thread that polls.
   *
   * @param prefix of the message
   * @param text its content
   * @return where it stands in the WAL; unknown on a standby, and if the last poll lost the
   *     connection
   */
  public Reading<Lsn> emit(String prefix, String text) {
    Session current = session;
    if (current == null) {
      return Reading.unknown(Reason.FAILED, "08003: there is no connection");
    }
    try (Deadline limit = Deadline.start(timer, current.connection(), deadline)) {
      Reading<Lsn> written = new Round(current).ask(new MessageProbe(prefix, text));
      return limit.hasPassed() ? late() : written;
    } finally {
      dropIfClosed();
    }
  }

  private Session connected() throws SQLException {
    Session current = session;
    if (current == null) {
      current = Login.to(server);
      session = current;
    }
    return current;
  }

  private <T> Reading<T> late() {
    return Reading.unknown(
        Reason.TIMED_OUT, "the poll took longer than %d s".formatted(deadline.toSeconds()));
  }

  private Reading<ServerSample> sample(Session current, LagSource lags) {
    Instant now = clock.instant();
    Round round = new Round(current);
    Reading<PositionedSlots> slots = round.ask(new SlotsProbe());
    if (slots instanceof Reading.Unknown<PositionedSlots> unknown) {
      close(current);
      return Reading.unknown(unknown.reason(), unknown.detail());
    }
    return Reading.known(
        new Sampling(round, lags, clock, now, current.version(), walDirectory)
            .sample(slots.value().orElseThrow(), outboxes));
  }

  private void dropIfClosed() {
    Session current = session;
    if (current != null && current.isClosed()) {
      close(current);
    }
  }

  private void close(Session current) {
    current.close();
    session = null;
    walDirectory.forget();
  }

  /** Ends the connection and the thread that guards it. */
  @Override
  public void close() {
    Session current = session;
    if (current != null) {
      close(current);
    }
    timer.shutdownNow();
  }
}
