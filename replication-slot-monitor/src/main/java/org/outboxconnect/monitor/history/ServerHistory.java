package org.outboxconnect.monitor.history;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.probe.LagSource;
import org.outboxconnect.monitor.sample.Archiver;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;

/**
 * What earlier looks at one server saw. It begins anew when the server turns out to be another one,
 * on another timeline, or with WAL that ends earlier: rates and ages across such a break are wrong.
 *
 * <p>Not thread-safe: it belongs to the thread that polls.
 */
public final class ServerHistory implements LagSource {

  /**
   * How far an idle consumer's confirmed position rests behind the end of WAL: 56 to 408 bytes were
   * measured, so that less than this counts as nothing outstanding.
   */
  public static final long RESIDUE_BYTES = 1_024;

  /** A clock that is set back by less is waited for. */
  private static final Duration CLOCK_STEP = Duration.ofMinutes(5);

  private RecentPositions recent = new RecentPositions();
  private MinutePositions minutes = new MinutePositions();
  private final Map<String, SlotHistory> slots = new HashMap<>();
  private @Nullable Continuity continuity;
  private @Nullable Boolean standby;
  private Instant lastLook = Instant.EPOCH;
  private @Nullable Instant roleChanged;
  private @Nullable LastChange<Boolean> unexplained;
  private @Nullable LastChange<Boolean> archiverFailing;

  /** What a look has brought that is an event of the server and no fault of a slot. */
  public enum Event {
    /** The server's role changed: primary to standby or back. */
    ROLE_CHANGED,
    /** The history was dropped. */
    HISTORY_DROPPED
  }

  /**
   * Adds a look, to be called once for each sample in order.
   *
   * @return events, each with a sentence that says what was seen
   */
  public Map<Event, String> add(ServerSample sample) {
    Map<Event, String> events = events(sample);
    if (events.containsKey(Event.HISTORY_DROPPED)) {
      drop();
    }
    Continuity now = Continuity.of(sample);
    continuity = continuity == null ? now : now.after(continuity);
    standby = sample.position().standby();
    lastLook = sample.takenAt().isAfter(lastLook) ? sample.takenAt() : lastLook;
    recent.add(sample.takenAt(), sample.position().decodable());
    minutes.add(sample.takenAt(), sample.position().head());
    addSlots(sample);
    addSurroundings(sample);
    return events;
  }

  private Map<Event, String> events(ServerSample sample) {
    Map<Event, String> events = new HashMap<>();
    roleChange(sample).ifPresent(text -> events.put(Event.ROLE_CHANGED, text));
    replaced(sample).ifPresent(text -> events.put(Event.HISTORY_DROPPED, text));
    if (!events.isEmpty()) {
      roleChanged = sample.takenAt();
    }
    if (sample.takenAt().isBefore(lastLook.minus(CLOCK_STEP))) {
      events.put(Event.HISTORY_DROPPED, "the monitor's clock was set back");
      roleChanged = null; // no time can be counted from there
    }
    return events;
  }

  /** What is worth keeping over a restart of the monitor; empty before the first look. */
  Optional<KeptHistory> kept() {
    Continuity server = continuity;
    if (server == null) {
      return Optional.empty();
    }
    Map<String, SlotHistory.Marks> marks = new HashMap<>();
    slots.forEach((name, slot) -> marks.put(name, slot.marks()));
    return Optional.of(
        new KeptHistory(
            server, minutes.oldest().orElse(Instant.EPOCH), minutes.positions(), marks));
  }

  /** Goes on where an earlier run of the monitor stopped; the next look checks that it may. */
  static ServerHistory restored(KeptHistory kept) {
    ServerHistory history = new ServerHistory();
    history.continuity = kept.server();
    history.minutes.restore(kept.oldestMinute(), kept.positions());
    history.lastLook =
        kept.oldestMinute().plus(Duration.ofMinutes(Math.max(0, kept.positions().length - 1)));
    kept.marks().forEach((name, marks) -> history.slots.put(name, SlotHistory.restored(marks)));
    return history;
  }

  private Optional<String> roleChange(ServerSample sample) {
    Boolean before = standby;
    boolean now = sample.position().standby();
    return before == null || before == now
        ? Optional.empty()
        : Optional.of(now ? "the primary has become a standby" : "the standby was promoted");
  }

  private Optional<String> replaced(ServerSample sample) {
    Continuity before = continuity;
    return before == null ? Optional.empty() : before.brokenBy(Continuity.of(sample));
  }

  private void drop() {
    recent = new RecentPositions();
    minutes = new MinutePositions();
    slots.clear();
    unexplained = null;
    archiverFailing = null;
    continuity = null;
    lastLook = Instant.EPOCH;
  }

  private void addSlots(ServerSample sample) {
    slots.keySet().retainAll(sample.slots().stream().map(SlotSample::name).toList());
    sample
        .slots()
        .forEach(
            slot ->
                slots.computeIfAbsent(slot.name(), name -> new SlotHistory()).add(sample, slot));
  }

  private void addSurroundings(ServerSample sample) {
    boolean excess = UnexplainedWal.bytes(sample).filter(bytes -> bytes > 0).isPresent();
    boolean failing = sample.around().archiver().value().filter(Archiver::isFailing).isPresent();
    unexplained = LastChange.next(unexplained, excess, sample.takenAt());
    archiverFailing = LastChange.next(archiverFailing, failing, sample.takenAt());
  }

  /** How long the server has held WAL that nothing explains; zero if it doesn't, or unknown. */
  public Duration unexplainedWal() {
    return ageIfTrue(unexplained);
  }

  /** How long the archiver has failed at each look; zero if it doesn't, or unknown. */
  public Duration archiverFailing() {
    return ageIfTrue(archiverFailing);
  }

  private Duration ageIfTrue(@Nullable LastChange<Boolean> change) {
    return change != null && Boolean.TRUE.equals(change.value())
        ? change.age(lastLook)
        : Duration.ZERO;
  }

  /**
   * How long ago the server changed its role, or another one began to answer for it: a failover or
   * a restore; empty if that was never seen.
   */
  public Optional<Duration> sinceRoleChange() {
    return Optional.ofNullable(roleChanged).map(then -> Duration.between(then, lastLook));
  }

  /** How a slot moved; empty if the last look didn't see it. */
  public Optional<SlotHistory> slot(String name) {
    return Optional.ofNullable(slots.get(name));
  }

  /** WAL bytes of each full minute of the last 24 hours, oldest first; fewer while it is young. */
  public long[] minuteBytes() {
    return minutes.deltas();
  }

  /**
   * {@inheritDoc}
   *
   * <p>It is the age of the newest look at which the server stood no further than the confirmed
   * position, and so doesn't grow on an idle server. What lies before all looks has at least the
   * age of the first minute known.
   */
  @Override
  public Optional<Duration> lag(Lsn confirmed, Lsn head, Instant now) {
    Lsn reached = confirmed.plus(RESIDUE_BYTES);
    if (head.compareTo(reached) <= 0) {
      return Optional.of(Duration.ZERO);
    }
    return recent
        .newestAtOrBefore(reached)
        .or(() -> minutes.newestAtOrBefore(reached))
        .or(minutes::oldest)
        .map(then -> Duration.between(then, now))
        .map(age -> age.isNegative() ? Duration.ZERO : age);
  }
}
