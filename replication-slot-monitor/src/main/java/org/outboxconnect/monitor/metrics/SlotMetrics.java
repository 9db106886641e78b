package org.outboxconnect.monitor.metrics;

import static io.prometheus.metrics.model.snapshots.Unit.BYTES;
import static io.prometheus.metrics.model.snapshots.Unit.SECONDS;

import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Forecast;
import org.outboxconnect.monitor.forecast.Headroom;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.status.SlotFigures;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.status.Words;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

/** Metrics about replication slots. */
final class SlotMetrics {

  private static final Unit TRANSACTIONS = new Unit("transactions");

  private SlotMetrics() {}

  static Group<SlotStatus> group() {
    return forecasts(measures(states(slots())));
  }

  private static Group<SlotStatus> slots() {
    return new Group<>(
        List.of("server", "slot"),
        slot -> List.of(slot.server(), slot.assessment().slot()),
        SlotStatus::stale);
  }

  private static Group<SlotStatus> states(Group<SlotStatus> slots) {
    return slots
        .info(
            "outbox_slot_info",
            "What the slot is; absent if it isn't there",
            List.of("database", "plugin", "slot_type"),
            SlotMetrics::facts)
        .lasting(
            "outbox_slot_expected",
            null,
            "Whether the configuration names the slot",
            slot -> Numbers.flag(slot.assessment().expected()))
        .lasting(
            "outbox_slot_active",
            null,
            "Whether a process holds the slot; no proof that anything is consumed",
            slot -> Numbers.flag(sample(slot).map(found -> found.use().active()).orElse(null)))
        .states(
            "outbox_slot_wal_status",
            "How safe the slot's WAL is by the server's own account; none of them for a slot that isn't"
                + " there or never reserved WAL",
            Arrays.stream(WalStatus.values()).map(WalStatus::label).toList(),
            SlotMetrics::walStatus)
        .states(
            "outbox_slot_verdict",
            "What is said about the slot; of several things the gravest",
            Arrays.stream(Verdict.values()).map(Verdict::label).toList(),
            slot -> slot.assessment().judgement().verdict().label())
        .states(
            "outbox_slot_severity",
            "How much the verdict matters",
            Arrays.stream(Severity.values()).map(Words::label).toList(),
            slot -> Words.label(slot.assessment().judgement().severity()));
  }

  private static Group<SlotStatus> measures(Group<SlotStatus> slots) {
    return slots
        .gauge(
            "outbox_slot_retained_wal_bytes",
            BYTES,
            "WAL that the server keeps for the slot; absent if the slot is lost",
            figure(SlotFigures::retainedBytes))
        .gauge(
            "outbox_slot_confirmed_lag_bytes",
            BYTES,
            "WAL that could be decoded and that the consumer hasn't confirmed",
            figure(SlotFigures::confirmedLagBytes))
        .gauge(
            "outbox_slot_pinned_wal_bytes",
            BYTES,
            "WAL that is confirmed and kept all the same, because a transaction that began there is open",
            figure(SlotFigures::pinnedBytes))
        .gauge(
            "outbox_slot_lag_seconds",
            SECONDS,
            "Age of the oldest WAL that the consumer hasn't confirmed; doesn't grow on an idle server",
            slot -> Numbers.seconds(slot.assessment().lag()))
        .gauge(
            "outbox_slot_safe_wal_bytes",
            BYTES,
            "How much more WAL can be written before the server may remove what the slot needs; negative"
                + " once it may, absent without max_slot_wal_keep_size",
            figure(SlotFigures::safeBytes))
        .gauge(
            "outbox_slot_reply_silence_seconds",
            SECONDS,
            "Time since the consumer's last word by the server's clock, wrong by the difference of the"
                + " clocks",
            slot -> Numbers.seconds(SlotFigures.of(slot).silence()))
        .gauge(
            "outbox_slot_inactive_seconds",
            SECONDS,
            "How long nobody has used the slot; PostgreSQL 17 and later",
            slot -> Numbers.seconds(SlotFigures.of(slot).inactive()))
        .gauge(
            "outbox_slot_catalog_xmin_age_transactions",
            TRANSACTIONS,
            "Transactions since the oldest row version of catalogs that the slot keeps from vacuum",
            figure(SlotFigures::catalogXminAge))
        .counter(
            "outbox_slot_spilled_bytes_total",
            BYTES,
            "Written to disk to decode transactions that are too large for memory",
            figure(SlotFigures::spilledBytes));
  }

  private static Group<SlotStatus> forecasts(Group<SlotStatus> slots) {
    return slots
        .gauge(
            "outbox_slot_headroom_bytes",
            BYTES,
            "How much more WAL can be written before the nearest known limit; absent if none is known",
            slot ->
                Optional.ofNullable(slot.assessment().headroom())
                    .map(Headroom::room)
                    .map(Headroom.Room::bytes)
                    .orElse(null))
        .gauge(
            "outbox_slot_outage_budget_seconds",
            SECONDS,
            "How long the consumer may be down from now on; finite for healthy slots too: to size by, not"
                + " to page on",
            forecast(Forecast::outageBudgetSeconds))
        .gauge(
            "outbox_slot_time_to_exhaustion_seconds",
            SECONDS,
            "Time until the slot's room ends while it isn't catching up, else +Inf: the one to page on",
            forecast(Forecast::timeToExhaustionSeconds))
        .gauge(
            "outbox_slot_forecast_low_confidence",
            null,
            "Whether less than a day of load is known",
            forecast(known -> Numbers.flag(known.lowConfidence())));
  }

  private static Group.Value<SlotStatus> figure(Group.Value<SlotFigures> figure) {
    return slot -> figure.of(SlotFigures.of(slot));
  }

  private static Group.Value<SlotStatus> forecast(Group.Value<Forecast> value) {
    return slot -> {
      Forecast forecast = slot.assessment().forecast();
      return forecast == null ? null : value.of(forecast);
    };
  }

  private static Optional<SlotSample> sample(SlotStatus slot) {
    return Optional.ofNullable(slot.assessment().sample());
  }

  private static @Nullable String walStatus(SlotStatus slot) {
    return sample(slot).map(SlotMetrics::walStatus).orElse(null);
  }

  /** A slot that was invalidated for idleness is lost whatever its WAL is. */
  private static @Nullable String walStatus(SlotSample slot) {
    WalStatus status = slot.isLost() ? WalStatus.LOST : slot.wal().status();
    return status == null ? null : status.label();
  }

  private static List<String> facts(SlotStatus slot) {
    return sample(slot).map(SlotSample::identity).map(SlotMetrics::facts).orElse(List.of());
  }

  private static List<String> facts(SlotSample.Identity identity) {
    Function<@Nullable String, String> orEmpty = text -> text == null ? "" : text;
    return List.of(
        orEmpty.apply(identity.database()),
        orEmpty.apply(identity.plugin()),
        identity.logical() ? "logical" : "physical");
  }
}
