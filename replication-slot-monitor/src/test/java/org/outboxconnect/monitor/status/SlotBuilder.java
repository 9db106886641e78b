package org.outboxconnect.monitor.status;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.outboxconnect.monitor.forecast.Forecast;
import org.outboxconnect.monitor.forecast.Headroom;
import org.outboxconnect.monitor.forecast.Limit;
import org.outboxconnect.monitor.history.SlotPoint;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.SlotStatistics;
import org.outboxconnect.monitor.sample.WalSender;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.verdict.Judgement;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Verdict;

/** A slot with what is said about it; healthy, logical and expected unless told otherwise. */
public final class SlotBuilder {

  public static final long MIB = 1L << 20;
  public static final long GIB = 1L << 30;

  static final long HEAD = 2_000 * GIB;
  private static final int MINUTES = 30;

  final String name;
  private boolean expected = true;
  private boolean present = true;
  private boolean logical = true;
  private boolean active = true;
  private long retained = 12 * MIB;
  private long behind = 2 * MIB;
  private long before = 10 * MIB;
  private WalStatus walStatus = WalStatus.RESERVED;
  private Long safeBytes;
  private String invalidation;
  private Duration inactive;
  private Duration silence = Duration.ofSeconds(2);
  private Duration lag = Duration.ofSeconds(3);
  private boolean senderHidden;
  private Headroom headroom = new Headroom(null, null);
  private Forecast forecast = new Forecast(null, Double.POSITIVE_INFINITY, null, false, false);
  private final List<Judgement> judgements = new ArrayList<>();

  private SlotBuilder(String name) {
    this.name = name;
  }

  public static SlotBuilder aSlot(String name) {
    return new SlotBuilder(name);
  }

  /** The first thing said counts; with three actions from a warning on. */
  public SlotBuilder saying(Verdict verdict, Severity severity, String cause, String... actions) {
    judgements.add(
        new Judgement(
            verdict,
            severity,
            List.of(
                new Judgement.Evidence("retained_bytes", retained),
                new Judgement.Evidence("confirmed_flat_seconds", 400)),
            cause,
            List.of(actions)));
    return this;
  }

  public SlotBuilder saying(Verdict verdict, Severity severity) {
    String[] actions =
        severity.compareTo(Severity.WARNING) < 0
            ? new String[0]
            : new String[] {"Look at the task", "Repair what is broken", "Start it again"};
    return saying(verdict, severity, "The likely cause", actions);
  }

  /** From so much half an hour ago to so much now. */
  public SlotBuilder retaining(long bytesBefore, long bytes) {
    before = bytesBefore;
    retained = bytes;
    return this;
  }

  public SlotBuilder behind(long bytes, Duration age) {
    behind = bytes;
    lag = age;
    return this;
  }

  public SlotBuilder room(long bytes, double budgetSeconds, double exhaustionSeconds) {
    safeBytes = bytes;
    headroom = new Headroom(new Headroom.Room(Limit.SLOT_KEEP_SIZE, bytes), null);
    forecast = new Forecast(budgetSeconds, exhaustionSeconds, Limit.SLOT_KEEP_SIZE, false, false);
    return this;
  }

  public SlotBuilder roughly() {
    forecast =
        new Forecast(
            forecast.outageBudgetSeconds(),
            forecast.timeToExhaustionSeconds(),
            forecast.limit(),
            true,
            true);
    return this;
  }

  public SlotBuilder withoutConsumer(Duration time) {
    active = false;
    inactive = time;
    return this;
  }

  public SlotBuilder silentFor(Duration time) {
    silence = time;
    return this;
  }

  public SlotBuilder withHiddenSender() {
    senderHidden = true;
    return this;
  }

  public SlotBuilder walStatus(WalStatus status) {
    walStatus = status;
    return this;
  }

  public SlotBuilder lost(String reason) {
    active = false;
    walStatus = WalStatus.LOST;
    invalidation = reason;
    safeBytes = null;
    lag = null;
    headroom = new Headroom(null, null);
    forecast = new Forecast(null, null, null, false, false);
    return saying(
        Verdict.SLOT_LOST,
        Severity.CRITICAL,
        "The server has removed WAL that the slot needs",
        "Stop the connector",
        "Make the slot anew",
        "Re-emit what is missing");
  }

  public SlotBuilder missing() {
    present = false;
    return saying(Verdict.SLOT_MISSING, Severity.CRITICAL);
  }

  public SlotBuilder physical() {
    logical = false;
    return this;
  }

  public SlotBuilder notExpected() {
    expected = false;
    return this;
  }

  SlotAssessment assessment() {
    List<Judgement> said =
        judgements.isEmpty()
            ? List.of(
                new Judgement(
                    Verdict.HEALTHY,
                    Severity.OK,
                    List.of(),
                    "The consumer confirms, and the slot's WAL is released",
                    List.of()))
            : judgements;
    return present
        ? new SlotAssessment(name, expected, sample(), lag, headroom, forecast, said)
        : new SlotAssessment(name, expected, null, null, null, null, said);
  }

  SlotSample sample() {
    boolean lost = walStatus == WalStatus.LOST;
    return new SlotSample(
        new SlotSample.Identity(name, logical, logical ? "pgoutput" : null, logical ? "app" : null),
        new SlotSample.Use(active, active ? 4711 : null, inactive),
        new SlotSample.Holds(
            lost ? null : new Lsn(HEAD - retained),
            logical ? new Lsn(HEAD - behind) : null,
            null,
            900L),
        new SlotSample.Wal(walStatus, safeBytes, invalidation, false),
        new SlotSample.Flags(false, null, true, false),
        sender());
  }

  private Reading<WalSender> sender() {
    if (!active) {
      return Reading.unknown(Reading.Reason.NOT_APPLICABLE, "no consumer");
    }
    return senderHidden
        ? Reading.unknown(Reading.Reason.MISSING_PRIVILEGE, "pg_read_all_stats")
        : Reading.known(
            new WalSender(
                "outbox",
                "streaming",
                new Lsn(HEAD),
                Instant.EPOCH,
                silence,
                "WalSenderWaitForWal"));
  }

  SlotStatistics statistics() {
    return new SlotStatistics(0, 5 * MIB, 0, 1_000, 0);
  }

  boolean isPresent() {
    return present;
  }

  /** A point for each minute, in equal steps with a small saw upon them. */
  List<SlotPoint> trend(Instant now) {
    if (!present || walStatus == WalStatus.LOST) {
      return List.of();
    }
    return IntStream.rangeClosed(0, MINUTES)
        .mapToObj(
            minute ->
                new SlotPoint(
                    now.minus(Duration.ofMinutes(MINUTES - minute)),
                    before + (retained - before) * minute / MINUTES - (minute % 4) * before / 40,
                    behind,
                    retained - behind,
                    0L,
                    0L))
        .toList();
  }
}
