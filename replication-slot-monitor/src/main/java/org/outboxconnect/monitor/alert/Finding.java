package org.outboxconnect.monitor.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.verdict.Judgement;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

/**
 * Something that is wrong, as one poll saw it.
 *
 * @param subject what it is about
 * @param kind a word: the verdict's, or {@link #UNREACHABLE}
 * @param severity how much it matters
 * @param immediate whether one look is enough, because waiting mends nothing
 * @param cause the likely cause, as a sentence
 * @param actions what to do first
 * @param slot the slot with all that is known; null if the server is meant
 */
record Finding(
    Subject subject,
    String kind,
    Severity severity,
    boolean immediate,
    String cause,
    List<String> actions,
    @Nullable SlotStatus slot) {

  /** Kind of an alert about a server that can't be polled. */
  static final String UNREACHABLE = "server_unreachable";

  /** What is told at once comes after what may wait. */
  static final Comparator<Finding> BY_URGENCY =
      Comparator.comparing(Finding::severity).thenComparing(Finding::immediate);

  private static final Set<Verdict> LASTING =
      Set.of(Verdict.SLOT_LOST, Verdict.SLOT_MISSING, Verdict.GAP, Verdict.TASK_FAILED);

  Finding {
    actions = List.copyOf(actions);
  }

  /** The gravest judgement about a slot. */
  static Finding of(SlotStatus slot) {
    Judgement judgement = slot.assessment().judgement();
    return new Finding(
        new Subject(slot.server(), slot.assessment().slot()),
        judgement.verdict().label(),
        judgement.severity(),
        judgement.severity() == Severity.CRITICAL && LASTING.contains(judgement.verdict()),
        judgement.cause(),
        judgement.actions(),
        slot);
  }

  /** A server of which nothing is known any more; the polls before were the other looks. */
  static Finding unreachable(ServerStatus server, Instant now) {
    return new Finding(
        new Subject(server.server(), null),
        UNREACHABLE,
        Severity.CRITICAL,
        true,
        cause(server, now),
        List.of(
            "See whether the server runs and can be reached from the monitor",
            "See whether name, port, password and certificate are still right",
            "Look at the slots by hand: nobody watches them meanwhile"),
        null);
  }

  private static String cause(ServerStatus server, Instant now) {
    Reading.Unknown<?> failure = server.failure();
    String why =
        failure == null ? "no poll ended" : "%s %s".formatted(failure.reason(), failure.detail());
    return server.look() == null
        ? "No poll has succeeded yet: " + why.strip()
        : "No poll has succeeded for %d s: %s"
            .formatted(Duration.between(server.look().at(), now).toSeconds(), why.strip());
  }
}
