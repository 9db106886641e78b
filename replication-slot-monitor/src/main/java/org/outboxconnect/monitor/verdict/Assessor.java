package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.outboxconnect.monitor.forecast.Forecast;
import org.outboxconnect.monitor.forecast.Headroom;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.forecast.WalLoad;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.history.SlotHistory;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.watch.Expectations;

/**
 * Judges the slots of a server. Stateless: what earlier looks saw is in the history, which has to
 * hold the sample already.
 *
 * @param expectations the slots that should be there
 * @param limits limits that the server can't tell
 * @param thresholds where the rules begin to speak
 */
public record Assessor(Expectations expectations, Limits limits, Thresholds thresholds) {

  /** Judges all slots of a sample, and those that should be among them. */
  public List<SlotAssessment> assess(ServerSample sample, ServerHistory history) {
    List<SlotAssessment> slots = slots(sample, history);
    return NotTheSlot.judge(sample, history, thresholds)
        .map(judgement -> NotTheSlot.said(judgement, slots))
        .orElse(slots);
  }

  private List<SlotAssessment> slots(ServerSample sample, ServerHistory history) {
    WalLoad load = WalLoad.ofMinutes(history.minuteBytes());
    Stream<SlotAssessment> present =
        sample.slots().stream()
            .flatMap(
                slot ->
                    history.slot(slot.name()).stream()
                        .map(moves -> assess(sample, slot, moves, load, history)));
    Stream<SlotAssessment> absent =
        expectations.slots().stream()
            .sorted()
            .filter(name -> sample.slot(name).isEmpty())
            .map(name -> absent(name, sample.position().standby(), history));
    return Stream.concat(present, absent).toList();
  }

  private SlotAssessment assess(
      ServerSample sample,
      SlotSample slot,
      SlotHistory moves,
      WalLoad load,
      ServerHistory history) {
    Situation situation = situation(sample, slot, moves, load);
    Optional<Duration> lag =
        Optional.ofNullable(slot.isLost() ? null : slot.holds().confirmed())
            .flatMap(
                confirmed ->
                    history.lag(confirmed, sample.position().decodable(), sample.takenAt()));
    return new SlotAssessment(
        slot.name(),
        expectations.slots().contains(slot.name()),
        slot,
        lag.orElse(null),
        situation.headroom(),
        situation.forecast(),
        Judge.judge(situation));
  }

  private Situation situation(
      ServerSample sample, SlotSample slot, SlotHistory moves, WalLoad load) {
    Headroom headroom = Headroom.of(slot, sample.around(), moves.inactive(), limits);
    Duration window = Situation.trendWindow(thresholds, Forecast.of(headroom, load, false));
    boolean stuck = isStuck(moves, window);
    return new Situation(
        sample,
        slot,
        moves,
        headroom,
        Forecast.of(headroom, load, stuck),
        stuck,
        thresholds,
        expectations);
  }

  /**
   * Not catching up: over the whole window the first WAL kept stood still while WAL grew, or what
   * is retained grew net.
   */
  private static boolean isStuck(SlotHistory moves, Duration window) {
    return Situation.reached(moves.flatGrowth(), window) || moves.retainedGrows(window);
  }

  private SlotAssessment absent(String name, boolean standby, ServerHistory history) {
    Judgement judgement =
        standby
            ? onStandby()
            : history
                .sinceRoleChange()
                .filter(age -> age.compareTo(thresholds.roleChangeGrace()) < 0)
                .map(Assessor::afterRoleChange)
                .orElseGet(Assessor::missing);
    return new SlotAssessment(name, true, null, null, null, null, List.of(judgement));
  }

  /** Slots may be on their way, and the old address may lead to another server in a moment. */
  private static Judgement afterRoleChange(Duration age) {
    return Judgement.of(Verdict.UNKNOWN, Severity.INFO)
        .seconds("role_changed", age)
        .because(
            "The server's role changed %d s ago, and the slot is not there yet"
                .formatted(age.toSeconds()))
        .doing("Keep the connector stopped until the slot is there: see whether it was synced");
  }

  private static Judgement missing() {
    return Judgement.of(Verdict.SLOT_MISSING, Severity.CRITICAL)
        .because("The slot is not there: it was dropped, or a failover or restore left it behind")
        .doing(
            "Stop the connector before it makes a slot at the present end of WAL",
            "Make the slot as schema/admin/3_slot.sql does, with failover on 17 and later",
            "Re-emit what was written since: a new slot knows nothing of the past");
  }

  private static Judgement onStandby() {
    return Judgement.of(Verdict.UNKNOWN, Severity.INFO)
        .because("The server is a standby: slots are to be expected on its primary")
        .doing("See which server the address should lead to");
  }
}
