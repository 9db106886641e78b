package org.outboxconnect.monitor.status;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.outboxconnect.monitor.history.SlotPoint;
import org.outboxconnect.monitor.sample.Archiver;
import org.outboxconnect.monitor.sample.Checkpoint;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.OpenTransactions;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.OutboxStatistics;
import org.outboxconnect.monitor.sample.Publication;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.sample.ServerIdentity;
import org.outboxconnect.monitor.sample.ServerPosition;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.Settings;
import org.outboxconnect.monitor.sample.SlotStatistics;
import org.outboxconnect.monitor.sample.Surroundings;
import org.outboxconnect.monitor.sample.WaitingRows;
import org.outboxconnect.monitor.sample.WalDirectory;
import org.outboxconnect.monitor.watch.OutboxMode;
import org.outboxconnect.monitor.watch.OutboxWatch;

/** A server with its slots; up, a primary, and seen 4 seconds ago unless told otherwise. */
public final class ServerBuilder {

  public static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  final String name;
  private List<SlotBuilder> slots = List.of();
  private Instant lookedAt = NOW.minusSeconds(4);
  private Reading.Unknown<ServerSample> failure;
  private boolean seen = true;
  private boolean standby;
  private boolean plainRole;
  private long identifier;
  private final List<OutboxStatus> outboxes = new ArrayList<>();
  private final List<ServerStatus.Event> events = new ArrayList<>();

  private ServerBuilder(String name) {
    this.name = name;
    this.identifier = name.hashCode() & 0xFFFFL;
  }

  public static ServerBuilder aServer(String name) {
    return new ServerBuilder(name);
  }

  public ServerBuilder with(SlotBuilder... slots) {
    this.slots = Arrays.asList(slots);
    return this;
  }

  public ServerBuilder seenAgo(Duration age) {
    lookedAt = NOW.minus(age);
    return this;
  }

  public ServerBuilder failing(String detail) {
    failure = new Reading.Unknown<>(Reason.FAILED, detail);
    return this;
  }

  public ServerBuilder neverSeen() {
    seen = false;
    return this;
  }

  public ServerBuilder standby() {
    standby = true;
    return this;
  }

  public ServerBuilder seenByAPlainRole() {
    plainRole = true;
    return this;
  }

  /** The same server by another of its databases. */
  public ServerBuilder sameAs(ServerBuilder other) {
    identifier = other.identifier;
    return this;
  }

  public ServerBuilder outbox(String table, String slot, Duration oldest, long rows) {
    OutboxSample sample =
        new OutboxSample(
            new OutboxWatch("public", table, OutboxMode.RETAINED, slot, "outbox"),
            Reading.known(new Publication("outbox", true, true, true)),
            Reading.known(new OutboxStatistics(120_000, 300, 4_000_000, 3_880_000)),
            Reading.known(new WaitingRows(rows, oldest)));
    outboxes.add(new OutboxStatus(sample, oldest));
    return this;
  }

  public ServerBuilder event(Duration ago, String kind, String text) {
    events.add(new ServerStatus.Event(NOW.minus(ago), kind, text));
    return this;
  }

  public ServerStatus build() {
    return new ServerStatus(
        name,
        seen ? look() : null,
        failure,
        seen || failure != null ? NOW.minusSeconds(4) : null,
        seen ? 5_760 : 0,
        failure == null ? 0 : 12,
        events);
  }

  private Look look() {
    Map<String, List<SlotPoint>> trends =
        slots.stream().collect(Collectors.toMap(slot -> slot.name, slot -> slot.trend(lookedAt)));
    return new Look(
        sample(),
        slots.stream().map(SlotBuilder::assessment).toList(),
        trends,
        outboxes,
        7 * SlotBuilder.GIB,
        Duration.ofMillis(9));
  }

  private ServerSample sample() {
    return new ServerSample(
        lookedAt,
        180_004,
        new ServerPosition(standby, new Lsn(SlotBuilder.HEAD), new Lsn(SlotBuilder.HEAD)),
        slots.stream().filter(SlotBuilder::isPresent).map(SlotBuilder::sample).toList(),
        around(),
        outboxes.stream().map(OutboxStatus::sample).toList(),
        Map.of());
  }

  private Surroundings around() {
    Map<String, SlotStatistics> statistics =
        slots.stream().collect(Collectors.toMap(slot -> slot.name, SlotBuilder::statistics));
    return new Surroundings(
        Reading.known(new ServerIdentity(identifier, 3, Instant.parse("2026-11-01T06:30:00Z"))),
        Reading.known(new Settings(Map.of())),
        Reading.known(new Checkpoint(Duration.ofMinutes(2), new Lsn(0))),
        plainRole
            ? Reading.unknown(Reason.MISSING_PRIVILEGE, "grant pg_read_all_stats")
            : writers(),
        Reading.known(new OpenTransactions(0, null)),
        Reading.known(statistics),
        Reading.known(new Archiver(100, 0, Duration.ofMinutes(1), null)),
        plainRole
            ? Reading.unknown(Reason.MISSING_PRIVILEGE, "grant pg_monitor")
            : Reading.known(new WalDirectory(320, 5 * SlotBuilder.GIB)));
  }

  private static Reading<OpenTransactions> writers() {
    return Reading.known(
        new OpenTransactions(
            1, new OpenTransactions.Oldest(Duration.ofSeconds(14), "app", "812 psql")));
  }
}
