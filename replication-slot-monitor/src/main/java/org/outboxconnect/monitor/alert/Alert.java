package org.outboxconnect.monitor.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
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
  private Finding mostUrgentTold;
  private @Nullable Instant toldAt; // null until the first message
  private boolean over;

  Alert(Finding first, Instant since, Duration repeatInterval) {
    this.finding = first;
    this.mostUrgentTold = first;
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
      return when(finding.immediate() || looks >= LOOKS_TO_FIRE, Reason.NEW);
    }
    if (Finding.BY_URGENCY.compare(finding, mostUrgentTold) > 0) {
      return Optional.of(Reason.ESCALATED);
    }
    if (isRepeatDue(at)) {
      return Optional.of(Reason.REPEATED);
    }
    boolean another = looksOfKind >= LOOKS_TO_FIRE && !toldKinds.contains(finding.kind());
    return when(another, Reason.CHANGED);
  }

  private static Optional<Reason> when(boolean holds, Reason reason) {
    return holds ? Optional.of(reason) : Optional.empty();
  }

  private boolean isRepeatDue(Instant at) {
    Instant told = toldAt;
    return told != null && Duration.between(told, at).compareTo(repeatInterval) >= 0;
  }

  private AlertMessage tell(Reason reason, Instant at) {
    if (reason == Reason.NEW || reason == Reason.REPEATED) {
      toldAt = at;
      toldKinds.clear();
      mostUrgentTold = finding;
    }
    toldKinds.add(finding.kind());
    mostUrgentTold = BinaryOperator.maxBy(Finding.BY_URGENCY).apply(mostUrgentTold, finding);
    return message(reason, at);
  }

  private AlertMessage message(Reason reason, Instant at) {
    return new AlertMessage(reason, finding, since, at);
  }
}
