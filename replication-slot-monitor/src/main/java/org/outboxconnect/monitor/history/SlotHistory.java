package org.outboxconnect.monitor.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;

/**
 * How a slot moved: its distances over the last half hour, and since when what it shows has been
 * so. Not thread-safe: it belongs to the thread that polls.
 */
public final class SlotHistory {

  /** How far back distances are kept: a quarter of an hour and as long before, to compare. */
  private static final Duration WINDOW = Duration.ofMinutes(30);

  /** Bounds the memory however often is polled. */
  private static final int MOST_POINTS = 256;

  private final Deque<SlotPoint> points = new ArrayDeque<>();
  private Marks marks = Marks.NONE;
  private Instant firstLook = Instant.MAX;
  private Instant lastLook = Instant.MIN;
  private int looks;
  private final ConsumerSessions sessions = new ConsumerSessions();
  private @Nullable SlotTrace trace;
  private @Nullable Instant madeAnew;

  /** What a slot showed, each with the time since when. */
  record Marks(
      @Nullable LastChange<Lsn> confirmed,
      @Nullable LastChange<Lsn> restart,
      @Nullable LastChange<Boolean> active,
      @Nullable LastChange<Integer> pid,
      @Nullable LastChange<Instant> reply,
      @Nullable LastChange<Boolean> unreserved,
      @Nullable LastChange<Boolean> ahead,
      @Nullable LastChange<Boolean> inflow,
      @Nullable LastChange<Boolean> growing,
      @Nullable LastChange<Lsn> outstanding,
      @Nullable LastChange<Boolean> unused,
      long insertedBaseline,
      long retainedBaseline) {

    static final long NO_BASELINE = -1;
    static final Marks NONE = of(null, null);

    /**
     * What can be told across a restart of the monitor: a position that is the same did not move.
     */
    static Marks of(@Nullable LastChange<Lsn> confirmed, @Nullable LastChange<Lsn> restart) {
      return new Marks(
          confirmed,
          restart,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          NO_BASELINE,
          NO_BASELINE);
    }
  }

  Marks marks() {
    return marks;
  }

  /** Takes over since when positions have been the same. */
  static SlotHistory restored(Marks marks) {
    SlotHistory history = new SlotHistory();
    history.marks = marks;
    return history;
  }

  void add(ServerSample sample, SlotSample slot) {
    Instant now = sample.takenAt();
    if (!now.isAfter(lastLook)) {
      return; // the clock was set back: the next look after this time counts again
    }
    firstLook = looks == 0 ? now : firstLook;
    // Who holds the slot at the first look didn't begin there.
    sessions.add(looks == 0 ? Instant.MIN : now, slot);
    compare(sample, slot);
    lastLook = now;
    looks++;
    SlotPoint point =
        SlotPoint.of(now, slot, sample.position(), sample.statisticsOf(slot.name()).orElse(null));
    points.addLast(point);
    trim(now);
    marks = MarkSlots.next(marks, sample, slot, point);
  }

  private void compare(ServerSample sample, SlotSample slot) {
    SlotTrace before = trace;
    SlotTrace seen = SlotTrace.of(sample, slot);
    if (before != null && seen.isAnew(before)) {
      madeAnew = sample.takenAt();
    }
    trace = seen;
  }

  private void trim(Instant now) {
    Instant from = now.minus(WINDOW);
    // The oldest point kept is the last one at or before the window's start.
    while ((points.size() > 1 && !second().at().isAfter(from)) || points.size() > MOST_POINTS) {
      points.removeFirst();
    }
  }

  private SlotPoint second() {
    return points.stream().skip(1).findFirst().orElseThrow();
  }

  /** The distances of the last half hour, oldest first; a copy. */
  public List<SlotPoint> points() {
    return List.copyOf(points);
  }

  /** How many looks have seen the slot. */
  public int looks() {
    return looks;
  }

  /** The newest distances. */
  public SlotPoint newest() {
    return points.getLast();
  }

  /** How long the slot has been watched. */
  public Duration watched() {
    return Duration.between(firstLook, lastLook);
  }

  /** How long the consumer has confirmed nothing. */
  public Duration confirmedFlat() {
    return age(marks.confirmed());
  }

  /** How long something has been outstanding while nothing was confirmed; zero if nothing is. */
  public Duration unconfirmed() {
    LastChange<Lsn> outstanding = marks.outstanding();
    return outstanding == null || outstanding.value() == null
        ? Duration.ZERO
        : outstanding.age(lastLook);
  }

  /** How long the first WAL kept has been the same. */
  public Duration restartFlat() {
    return age(marks.restart());
  }

  /** How long nobody has used the slot; zero while somebody does. */
  public Duration inactive() {
    return ageIf(marks.active(), false);
  }

  /** How long the same process has held the slot. */
  public Duration samePid() {
    return age(marks.pid());
  }

  /** How many processes have taken the slot over during the last {@code window}. */
  public int sessions(Duration window) {
    return sessions.seenAfter(lastLook.minus(window));
  }

  /** The names that those processes gave themselves, as far as they can be seen. */
  public Set<String> applications(Duration window) {
    return sessions.applicationsAfter(lastLook.minus(window));
  }

  /** How long Kafka Connect has called the connector running while nobody uses the slot. */
  public Duration unusedWhileRunning() {
    return ageIf(marks.unused(), true);
  }

  /** How long ago the slot was dropped and made anew between two looks; empty if never seen. */
  public Optional<Duration> sinceMadeAnew() {
    return Optional.ofNullable(madeAnew).map(then -> Duration.between(then, lastLook));
  }

  /**
   * How long the consumer's last word has been the same, zero if it never spoke or can't be heard.
   * Unlike the server's own age of it, this doesn't depend on the consumer's clock.
   */
  public Duration silent() {
    LastChange<Instant> reply = marks.reply();
    return reply == null || reply.value() == null ? Duration.ZERO : reply.age(lastLook);
  }

  /** How long the slot's WAL has been at the next checkpoint's mercy; zero while it is safe. */
  public Duration unreserved() {
    return ageIf(marks.unreserved(), true);
  }

  /** How long the slot has been ahead of what Kafka Connect keeps; zero if it isn't, or unknown. */
  public Duration aheadOfConnect() {
    return ageIf(marks.ahead(), true);
  }

  /** How long rows have come in while nothing was confirmed; zero if none have. */
  public Duration inflow() {
    return ageIf(marks.inflow(), true);
  }

  /** How long WAL has grown on the slot while the first WAL kept stood still; zero if it hasn't. */
  public Duration flatGrowth() {
    return ageIf(marks.growing(), true);
  }

  /** Tells whether for so long more has been retained than in as long before. */
  public boolean retainedGrows(Duration time) {
    return grows(SlotPoint::retained, time);
  }

  /** Tells whether for so long the consumer has been further behind than in as long before. */
  public boolean behindGrows(Duration time) {
    return grows(SlotPoint::behind, time);
  }

  /** Change of the bytes retained over the last {@code window}; empty if unknown. */
  public Optional<Long> retainedChange(Duration window) {
    return change(SlotPoint::retained, window);
  }

  /** Change of the bytes that the consumer is behind; empty if unknown. */
  public Optional<Long> behindChange(Duration window) {
    return change(SlotPoint::behind, window);
  }

  /** Bytes that decoding has spilled or streamed over the last {@code window}; empty if unknown. */
  public Optional<Long> spilled(Duration window) {
    return change(SlotPoint::spilled, window);
  }

  /**
   * How long decoding has spilled or streamed and handed no transaction out; half an hour at most.
   */
  public Duration spilling() {
    return Spilling.lasts(points);
  }

  private boolean grows(Function<SlotPoint, @Nullable Long> measure, Duration time) {
    Duration both = time.multipliedBy(2);
    return watched().compareTo(both) >= 0
        && Growth.isNet(recent(both), measure, lastLook.minus(time));
  }

  private Optional<Long> change(Function<SlotPoint, @Nullable Long> measure, Duration window) {
    if (watched().compareTo(window) < 0) {
      return Optional.empty();
    }
    Long before = measure.apply(recent(window).get(0));
    Long now = measure.apply(newest());
    return before == null || now == null ? Optional.empty() : Optional.of(now - before);
  }

  /** The points of a window, with the last one before it, where the window begins. */
  private List<SlotPoint> recent(Duration window) {
    Instant from = lastLook.minus(window);
    Instant begin =
        points.stream()
            .map(SlotPoint::at)
            .filter(at -> !at.isAfter(from))
            .reduce((earlier, later) -> later)
            .orElse(from);
    return points.stream().filter(point -> !point.at().isBefore(begin)).toList();
  }

  private Duration age(@Nullable LastChange<?> change) {
    return change == null ? Duration.ZERO : change.age(lastLook);
  }

  private Duration ageIf(@Nullable LastChange<Boolean> change, boolean value) {
    return change != null && Boolean.valueOf(value).equals(change.value())
        ? change.age(lastLook)
        : Duration.ZERO;
  }
}
