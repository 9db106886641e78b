package org.outboxconnect.monitor.canary;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.CanaryConfig;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.status.CanaryStatus;

/**
 * The canary of one server: writes a message when it is time, and sees in later samples when its
 * slots have confirmed it. It has no connection of its own.
 *
 * <p>{@link #after} belongs to the thread that polls, {@link #statuses} may be asked by any.
 */
public final class SlotCanary implements AutoCloseable {

  private static final String STANDBY = "The server is a standby: no message can be written there";

  private final String server;
  private final CanaryConfig config;
  private final MessageWriter writer;
  private final InstantSource clock;
  private final Arrivals arrivals;
  private final Map<String, Pending> slots = new TreeMap<>();
  private volatile Map<String, Seen> seen = Map.of();
  private @Nullable Instant written;
  private @Nullable String writeProblem;

  /** What the last look at a slot brought. */
  private record Seen(
      @Nullable Instant written,
      @Nullable Duration confirmedAfter,
      @Nullable Instant oldest,
      @Nullable String problem) {}

  SlotCanary(
      String server,
      CanaryConfig config,
      MessageWriter writer,
      InstantSource clock,
      Arrivals arrivals) {
    this.server = server;
    this.config = config;
    this.writer = writer;
    this.clock = clock;
    this.arrivals = arrivals;
    config.slots().forEach(slot -> slots.put(slot, new Pending()));
    publish(slot -> null);
  }

  /**
   * Writes nothing yet. If messages are to be seen in Kafka, a daemon thread begins to read there.
   *
   * @param server name of the server in the configuration
   * @param config what to write, and who has to confirm it
   * @param writer writes on the connection of the poller
   * @param clock the monitor's
   */
  public static SlotCanary of(
      String server, CanaryConfig config, MessageWriter writer, InstantSource clock) {
    return new SlotCanary(server, config, writer, clock, Arrivals.of(config.kafka(), clock));
  }

  /** Takes note of a sample, and writes a message if it is time; once after each good poll. */
  public void after(ServerSample sample) {
    boolean standby = sample.position().standby();
    slots.forEach((name, pending) -> look(pending, sample, sample.slot(name)));
    if (standby) {
      writeProblem = STANDBY;
    } else if (isDue(clock.instant())) {
      write();
    } else if (STANDBY.equals(writeProblem)) {
      writeProblem = null;
    }
    publish(name -> problem(sample.slot(name)));
  }

  private static void look(Pending pending, ServerSample sample, Optional<SlotSample> slot) {
    if (sample.position().standby()) {
      pending.drop();
      return;
    }
    pending.dropBeyond(sample.position().head());
    slot.filter(present -> !present.isLost())
        .map(present -> present.holds().confirmed())
        .ifPresent(confirmed -> pending.confirm(confirmed, sample.takenAt()));
  }

  private boolean isDue(Instant now) {
    Instant last = written;
    return last == null || !now.isBefore(last.plus(config.interval())) || now.isBefore(last);
  }

  private void write() {
    Instant now = clock.instant();
    String text = Token.next();
    arrivals.expect(text, now); // before it can arrive
    Reading<Lsn> position = writer.emit(config.prefix(), text);
    if (position instanceof Reading.Unknown<Lsn> unknown) {
      writeProblem = "The message could not be written: " + unknown.detail();
      return;
    }
    writeProblem = null;
    written = now;
    position.value().ifPresent(lsn -> slots.values().forEach(pending -> pending.add(lsn, now)));
  }

  private @Nullable String problem(Optional<SlotSample> slot) {
    if (writeProblem != null) {
      return writeProblem;
    }
    if (slot.isEmpty()) {
      return "The slot is not there";
    }
    if (slot.get().isLost()) {
      return "The slot is lost";
    }
    return slot.get().holds().confirmed() == null
        ? "The slot is physical: it confirms no messages"
        : null;
  }

  private interface ProblemOf {
    @Nullable String slot(String name);
  }

  private void publish(ProblemOf problem) {
    Map<String, Seen> now = new TreeMap<>();
    slots.forEach(
        (name, pending) ->
            now.put(
                name,
                new Seen(written, pending.confirmedAfter(), pending.oldest(), problem.slot(name))));
    seen = now;
  }

  /** How the canary of each slot fares, in the order of their names; waits count up to now. */
  public List<CanaryStatus> statuses() {
    Instant now = clock.instant();
    return seen.entrySet().stream()
        .map(entry -> status(entry.getKey(), entry.getValue(), now))
        .toList();
  }

  private CanaryStatus status(String slot, Seen look, Instant now) {
    Instant oldest = look.oldest();
    Duration waiting = oldest == null ? Duration.ZERO : Duration.between(oldest, now);
    String problem = look.problem();
    return new CanaryStatus(
        server,
        slot,
        look.written(),
        look.confirmedAfter(),
        waiting.isNegative() ? Duration.ZERO : waiting,
        arrivals.newest().orElse(null),
        problem == null ? arrivals.problem().orElse(null) : problem);
  }

  /** Ends the thread that reads from Kafka, if there is one. */
  @Override
  public void close() {
    arrivals.close();
  }
}
