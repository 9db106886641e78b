package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Forecast;
import org.outboxconnect.monitor.forecast.Headroom;
import org.outboxconnect.monitor.history.SlotHistory;
import org.outboxconnect.monitor.history.SlotPoint;
import org.outboxconnect.monitor.history.Unpublished;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.WalSender;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.watch.Expectations;

/**
 * All that the rules may look at, for a slot that is there.
 *
 * @param server the sample that holds it
 * @param slot the slot
 * @param history how it moved; the sample is its newest look
 * @param headroom how much it may still retain
 * @param forecast for how long
 * @param stuck whether it is not catching up
 * @param limits where rules begin to speak
 * @param expectations the slots that should be there
 */
record Situation(
    ServerSample server,
    SlotSample slot,
    SlotHistory history,
    Headroom headroom,
    Forecast forecast,
    boolean stuck,
    Thresholds limits,
    Expectations expectations) {

  /** Without a segment's worth nothing is worth a word. */
  long segmentBytes() {
    return server.around().knownSettings().segmentBytes();
  }

  SlotPoint distances() {
    return history.newest();
  }

  boolean isBehind(long bytes) {
    return exceeds(distances().behind(), bytes);
  }

  boolean retains(long bytes) {
    return exceeds(distances().retained(), bytes);
  }

  boolean pins(long bytes) {
    return exceeds(distances().pinned(), bytes);
  }

  private static boolean exceeds(@Nullable Long value, long bytes) {
    return value != null && value > bytes;
  }

  /** Somebody has named the slot in the configuration. */
  boolean isExpected() {
    return expectations.slots().contains(slot.name());
  }

  boolean isActive() {
    return slot.use().active();
  }

  Optional<WalSender> sender() {
    return slot.sender().value();
  }

  /** The consumer is connected and has spoken lately. */
  boolean hears() {
    return isActive()
        && sender().isPresent()
        && history.silent().compareTo(limits.silentWarning()) < 0;
  }

  /** All that can be decoded has been, up to what is on its way. */
  boolean isDecoded() {
    return sender()
        .flatMap(sender -> Optional.ofNullable(sender.sent()))
        .filter(sent -> server.position().decodable().minus(sent) <= segmentBytes())
        .isPresent();
  }

  boolean isUnreserved() {
    return slot.wal().status() == WalStatus.UNRESERVED;
  }

  /** How long events have waited; zero if none does, empty if that can't be told. */
  Optional<Duration> waiting() {
    return server.outboxOf(slot.name()).flatMap(outbox -> Unpublished.oldest(outbox, history));
  }

  Optional<ConnectSample> connector() {
    return Optional.ofNullable(server.connectors().get(slot.name()));
  }

  /** How long a slot must have stood still to be called stuck; less if there is less time left. */
  static Duration trendWindow(Thresholds limits, Forecast forecast) {
    Double budget = forecast.outageBudgetSeconds();
    if (budget == null || budget / 2 >= limits.trendWindow().toSeconds()) {
      return limits.trendWindow();
    }
    Duration half = Duration.ofMillis(Math.round(budget * 500));
    return half.compareTo(limits.shortestTrend()) < 0 ? limits.shortestTrend() : half;
  }

  Duration trendWindow() {
    return trendWindow(limits, forecast);
  }

  static boolean reached(Duration value, Duration limit) {
    return value.compareTo(limit) >= 0;
  }

  /** Tells whether readings are missing only for want of a privilege. */
  boolean senderIsHidden() {
    return isActive()
        && slot.sender() instanceof Reading.Unknown<WalSender> unknown
        && unknown.reason() == Reading.Reason.MISSING_PRIVILEGE;
  }

  /** A draft with the numbers that belong to every judgement. */
  Judgement.Draft draft(Verdict verdict, Severity severity) {
    return Judgement.of(verdict, severity)
        .bytes("retained", distances().retained())
        .bytes("confirmed_lag", distances().behind());
  }
}
