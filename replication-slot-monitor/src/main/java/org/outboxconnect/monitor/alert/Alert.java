package org.outboxconnect.monitor.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.alert.AlertMessage.Reason;

/**
 * The life of one alert, from the first look at which something is wrong to the last of those that
 * show that it is over. Whatever flaps, within a repeat interval each kind is told once, and each
 * rise of urgency once.
 */
final class Alert {

  /** Looks until something is told that doesn't need to be told at once. */
  static final int LOOKS_TO_FIRE = 2;

  /** Looks without fault until it counts as over. */
  static final int LOOKS_TO_RESOLVE = 3;

  private final Instant since;
  private final Duration repeatInterval;
  private final Set<String> toldKinds = new HashSet<>();
  private Finding finding;
  private int looks;
  private int looksOfKind;
  private int clearLooks;
  private int toldUrgency;
  private @Nullable Instant toldAt; // null until the first message
  private boolean over;

  Alert(Finding first, Instant since, Duration repeatInterval) {
    this.finding = first;
    this.since = since;
    this.repeatInterval = repeatInterval;
  }

  /** A look at which something is wrong. */
  Optional<AlertMessage> see(Finding seen, Instant at) {
    looksOfKind = seen.kind().equals(finding.kind()) ? looksOfKind + 1 : 1;
    looks++;
    clearLooks = 0;
    finding = seen;
    return reason(at).map(reason -> tell(reason, at));
  }

  /** A look at which nothing is wrong. */
  Optional<AlertMessage> seeNothing(Instant at) {
    looksOfKind = 0;
    clearLooks++;
    over = !isFiring() || clearLooks >= LOOKS_TO_RESOLVE;
    return over && isFiring() ? Optional.of(message(Reason.RESOLVED, at)) : Optional.empty();
  }

  /** Time passes without a look at it. */
  Optional<AlertMessage> passTime(Instant at) {
    return isRepeatDue(at) ? Optional.of(tell(Reason.REPEATED, at)) : Optional.empty();
  }

  boolean isFiring() {
    return toldAt != null;
  }

  /** Nothing more will come of it. */
  boolean isOver() {
    return over;
  }

  private Optional<Reason> reason(Instant at) {
    if (!isFiring()) {
      return Optional.of(Reason.NEW)
          .filter(any -> finding.immediate() || looks >= LOOKS_TO_FIRE);
    }
    if (finding.urgency() > toldUrgency) {
      return Optional.of(Reason.ESCALATED);
    }
    if (isRepeatDue(at)) {
      return Optional.of(Reason.REPEATED);
    }
    return Optional.of(Reason.CHANGED)
        .filter(any -> looksOfKind >= LOOKS_TO_FIRE && !toldKinds.contains(finding.kind()));
  }

  private boolean isRepeatDue(Instant at) {
    Instant told = toldAt;
    return told != null && Duration.between(told, at).compareTo(repeatInterval) >= 0;
  }

  private AlertMessage tell(Reason reason, Instant at) {
    if (reason == Reason.NEW || reason == Reason.REPEATED) {
      toldAt = at;
      toldKinds.clear();
      toldUrgency = 0;
    }
    toldKinds.add(finding.kind());
    toldUrgency = Math.max(toldUrgency, finding.urgency());
    return message(reason, at);
  }

  private AlertMessage message(Reason reason, Instant at) {
    return new AlertMessage(reason, finding, since, at);
  }
}
