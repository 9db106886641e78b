package org.outboxconnect.monitor.json;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Forecast;
import org.outboxconnect.monitor.forecast.Headroom;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.WalSender;
import org.outboxconnect.monitor.status.SlotFigures;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.verdict.Judgement;

/** Members of a slot's object. */
record SlotJson(Fields fields, SlotStatus slot) {

  void writeWithTrend() throws IOException {
    write();
    fields.objects(
        "trend",
        slot.trend(),
        point ->
            fields
                .time("at", point.at())
                .count("retained_wal_bytes", point.retained())
                .count("confirmed_lag_bytes", point.behind()));
  }

  void write() throws IOException {
    fields
        .text("server", slot.server())
        .text("slot", slot.assessment().slot())
        .time("looked_at", slot.look().at())
        .flag("stale", slot.stale())
        .flag("expected", slot.assessment().expected());
    judgement(slot.assessment().judgement());
    List<Judgement> all = slot.assessment().judgements();
    fields.objects("further_judgements", all.subList(1, all.size()), this::judgement);
    SlotSample sample = slot.assessment().sample();
    fields.flag("present", sample != null).object("identity", sample, this::identity);
    figures(SlotFigures.of(slot));
    wal(sample);
    fields
        .object("consumer", sample, this::consumer)
        .object("headroom", slot.assessment().headroom(), this::headroom)
        .object("forecast", slot.assessment().forecast(), this::forecast);
  }

  private void judgement(Judgement judgement) throws IOException {
    fields
        .text("verdict", judgement.verdict().label())
        .label("severity", judgement.severity())
        .text("cause", judgement.cause())
        .texts("actions", judgement.actions())
        .object(
            "evidence",
            () -> {
              for (Judgement.Evidence number : judgement.evidence()) {
                fields.number(number.name(), number.value());
              }
            });
  }

  private void identity(SlotSample sample) throws IOException {
    SlotSample.Identity identity = sample.identity();
    SlotSample.Flags flags = sample.flags();
    fields
        .text("slot_type", identity.logical() ? "logical" : "physical")
        .text("plugin", identity.plugin())
        .text("database", identity.database())
        .flag("two_phase", flags.twoPhase())
        .flag("failover", flags.failover())
        .flag("synced", flags.synced());
  }

  private void figures(SlotFigures figures) throws IOException {
    fields
        .count("retained_wal_bytes", figures.retainedBytes())
        .count("confirmed_lag_bytes", figures.confirmedLagBytes())
        .count("pinned_wal_bytes", figures.pinnedBytes())
        .seconds("lag_seconds", slot.assessment().lag())
        .count("safe_wal_bytes", figures.safeBytes())
        .seconds("reply_silence_seconds", figures.silence())
        .seconds("inactive_seconds", figures.inactive())
        .count("catalog_xmin_age_transactions", figures.catalogXminAge())
        .count("spilled_bytes", figures.spilledBytes());
  }

  private void wal(@Nullable SlotSample sample) throws IOException {
    fields.object(
        "wal",
        sample,
        known ->
            fields
                .label("wal_status", known.wal().status())
                .text("invalidation_reason", known.wal().invalidationReason())
                .flag("conflicting", known.wal().conflicting())
                .flag("lost", known.isLost())
                .lsn("restart_lsn", known.holds().restart())
                .lsn("confirmed_flush_lsn", known.holds().confirmed()));
  }

  private void consumer(SlotSample sample) throws IOException {
    Integer pid = sample.use().pid();
    fields
        .flag("active", sample.use().active())
        .count("pid", pid == null ? null : (Long) pid.longValue())
        .object("walsender", sample.sender().value().orElse(null), this::walSender)
        .why("walsender_unknown", sample.sender());
  }

  private void walSender(WalSender sender) throws IOException {
    fields
        .text("application_name", sender.application())
        .text("state", sender.state())
        .lsn("sent_lsn", sender.sent())
        .time("reply_time", sender.replyTime())
        .text("wait_event", sender.waitEvent());
  }

  private void headroom(Headroom headroom) throws IOException {
    Headroom.Room room = headroom.room();
    Headroom.Time time = headroom.time();
    fields
        .count("room_bytes", room == null ? null : (Long) room.bytes())
        .limit("room_limit", room == null ? null : room.limit())
        .seconds("time_seconds", time == null ? null : time.left())
        .limit("time_limit", time == null ? null : time.limit())
        .flag("time_running", time == null ? null : (Boolean) time.running());
  }

  private void forecast(Forecast forecast) throws IOException {
    fields
        .endless("outage_budget", forecast.outageBudgetSeconds())
        .endless("time_to_exhaustion", forecast.timeToExhaustionSeconds())
        .limit("limit", forecast.limit())
        .flag("low_confidence", forecast.lowConfidence())
        .flag("batch_exceeds_room", forecast.batchExceedsRoom());
  }
}
