package org.outboxconnect.monitor.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.SlotSelection;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.history.SlotHistory;
import org.outboxconnect.monitor.history.SlotPoint;
import org.outboxconnect.monitor.history.Unpublished;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.status.Look;
import org.outboxconnect.monitor.status.OutboxStatus;
import org.outboxconnect.monitor.verdict.Assessor;
import org.outboxconnect.monitor.verdict.SlotAssessment;

/**
 * Makes a look of each sample, to be called once for each in order. All slots are remembered and
 * weighed, those selected are shown. Not thread-safe.
 */
final class LookMaker {

  private final SlotSelection selection;
  private final Assessor assessor;
  private final ServerHistory history;
  private @Nullable Lsn head;
  private long writtenBytes;

  LookMaker(SlotSelection selection, Assessor assessor, ServerHistory history) {
    this.selection = selection;
    this.assessor = assessor;
    this.history = history;
  }

  /**
   * What a sample brought.
   *
   * @param look to be shown
   * @param events of the server
   */
  record Made(Look look, Map<ServerHistory.Event, String> events) {}

  ServerHistory history() {
    return history;
  }

  Made make(ServerSample sample, Duration took) {
    Map<ServerHistory.Event, String> events = history.add(sample);
    count(sample.position().head(), events.containsKey(ServerHistory.Event.HISTORY_DROPPED));
    List<SlotAssessment> slots =
        assessor.assess(sample, history).stream()
            .filter(slot -> selection.selects(slot.slot()))
            .toList();
    ServerSample shown = sample.withSlots(shown(sample.slots()));
    return new Made(
        new Look(shown, slots, trends(shown), outboxes(sample), writtenBytes, took), events);
  }

  /** Positions on both sides of a break can't be compared. */
  private void count(Lsn now, boolean broken) {
    Lsn before = head;
    if (before != null && !broken) {
      writtenBytes += Math.max(0, now.minus(before));
    }
    head = now;
  }

  private List<SlotSample> shown(List<SlotSample> slots) {
    return slots.stream().filter(slot -> selection.selects(slot.name())).toList();
  }

  private Map<String, List<SlotPoint>> trends(ServerSample shown) {
    return shown.slots().stream()
        .map(SlotSample::name)
        .collect(Collectors.toMap(Function.identity(), this::trend));
  }

  private List<SlotPoint> trend(String slot) {
    return history.slot(slot).map(SlotHistory::points).orElse(List.of());
  }

  private List<OutboxStatus> outboxes(ServerSample sample) {
    return sample.outboxes().stream().map(this::status).toList();
  }

  private OutboxStatus status(OutboxSample outbox) {
    String slot = outbox.watch().slot();
    SlotHistory moves = slot == null ? null : history.slot(slot).orElse(null);
    return new OutboxStatus(outbox, Unpublished.oldest(outbox, moves).orElse(null));
  }
}
