package org.outboxconnect.monitor.page;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Headroom;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.status.SlotFigures;
import org.outboxconnect.monitor.status.SlotStatus;

/** The figures of a slot with their names, in the order in which they are shown. */
final class Figures {

  private static final String UNKNOWN = "unknown";

  private Figures() {}

  static Map<String, String> of(SlotStatus slot) {
    SlotSample sample = slot.assessment().sample();
    Map<String, String> figures = new LinkedHashMap<>();
    if (sample == null) {
      return figures;
    }
    SlotFigures known = SlotFigures.of(slot);
    if (!sample.isLost()) {
      figures.put("Retained", orUnknown(known.retainedBytes()));
      if (sample.identity().logical()) {
        figures.put("Behind", behind(known.confirmedLagBytes(), slot.assessment().lag()));
      }
      figures.put("Room left", room(slot.assessment().headroom()));
    }
    figures.put("Consumer", consumer(sample, known));
    if (sample.wal().status() != WalStatus.RESERVED || sample.isLost()) {
      figures.put("WAL status", walStatus(sample));
    }
    return figures;
  }

  private static String orUnknown(@Nullable Long bytes) {
    return bytes == null ? UNKNOWN : Human.bytes(bytes);
  }

  private static String behind(@Nullable Long bytes, @Nullable Duration lag) {
    String distance = orUnknown(bytes);
    return lag == null || lag.isZero() ? distance : distance + ", " + Human.time(lag);
  }

  private static String room(@Nullable Headroom headroom) {
    Headroom.Room room = headroom == null ? null : headroom.room();
    return room == null ? "no limit known" : Human.bytes(room.bytes());
  }

  private static String consumer(SlotSample sample, SlotFigures known) {
    if (!sample.use().active()) {
      String copy = sample.isSyncedCopy() ? "none, copy of the primary’s slot" : "none";
      return Optional.ofNullable(known.inactive())
          .filter(time -> !sample.isSyncedCopy())
          .map(time -> "none for " + Human.time(time))
          .orElse(copy);
    }
    return Optional.ofNullable(known.silence())
        .map(silence -> "connected, spoke %s ago".formatted(Human.time(silence)))
        .orElse(isHidden(sample) ? "connected, more is hidden" : "connected");
  }

  private static boolean isHidden(SlotSample sample) {
    return sample
        .sender()
        .whyUnknown()
        .filter(Reading.Reason.MISSING_PRIVILEGE::equals)
        .isPresent();
  }

  private static String walStatus(SlotSample sample) {
    WalStatus status = sample.isLost() ? WalStatus.LOST : sample.wal().status();
    String reason = sample.wal().invalidationReason();
    String label = status == null ? "nothing reserved" : status.label();
    return reason == null ? label : "%s (%s)".formatted(label, reason.replace('_', ' '));
  }
}
