package org.outboxconnect.monitor.connect;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.outboxconnect.monitor.connect.ConnectorWatch.Found;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.verdict.SlotAssessment;
import org.outboxconnect.monitor.verdict.Verdict;

/** The connectors of one server's slots. For the thread that polls the server. */
public final class SlotConnectors {

  /** How long a poll waits for Kafka Connect; what comes later is shown at the next one. */
  static final Duration PATIENCE = Duration.ofSeconds(3);

  private final List<Member> members;
  private final Freshness freshness;
  private long asked = System.nanoTime();

  /** A connector and its cluster. */
  record Member(ClusterWatch cluster, ConnectorWatch connector) {

    String slot() {
      return connector.config().slot();
    }
  }

  SlotConnectors(List<Member> members, Freshness freshness) {
    this.members = List.copyOf(members);
    this.freshness = freshness;
  }

  /** Asks about all connectors and doesn't wait. */
  public void ask() {
    for (Member member : members) {
      Future<?> unused = member.cluster().ask(member.connector()); // shows itself when it is there
    }
  }

  /**
   * Asks about all connectors and waits for three seconds at most.
   *
   * @return by slot, without those of which nothing fresh is known; positions are left out of what
   *     was read before this call, because the slot may have moved since
   */
  public Map<String, ConnectSample> read() {
    asked = System.nanoTime();
    TimeLeft time = TimeLeft.of(PATIENCE);
    List<Future<?>> readings = new ArrayList<>();
    members.forEach(member -> readings.add(member.cluster().ask(member.connector())));
    readings.forEach(reading -> await(reading, time));
    Map<String, ConnectSample> samples = new HashMap<>();
    members.forEach(
        member ->
            newest(member)
                .ifPresent(sample -> samples.merge(member.slot(), sample, SlotConnectors::rivals)));
    return samples;
  }

  private static void await(Future<?> reading, TimeLeft time) {
    try {
      reading.get(time.nanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException notYet) {
      return; // the newest reading that there is tells
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<ConnectSample> newest(Member member) {
    return member
        .connector()
        .newest()
        .flatMap(
            found ->
                freshness
                    .of(found)
                    .value()
                    .map(sample -> isNewer(found) ? sample : sample.withoutCommitted()));
  }

  /** Tells whether a reading was begun after the newest poll of the slots. */
  private boolean isNewer(Found found) {
    return found.begun() - asked >= 0;
  }

  /** Two configured connectors that name one slot: the first tells, the other is its rival. */
  private static ConnectSample rivals(ConnectSample first, ConnectSample other) {
    Set<String> all = new HashSet<>(first.rivals());
    all.add(other.connector());
    return first.withRivals(all);
  }

  /**
   * Lets failed tasks be restarted, now that it is known how their slots are.
   *
   * @param slots all that the newest poll says
   */
  public void judged(List<SlotAssessment> slots) {
    for (Member member : members) {
      member
          .connector()
          .newest()
          .filter(this::isNewer)
          .flatMap(found -> found.reading().value())
          .ifPresent(sample -> member.cluster().consider(sample, objection(member.slot(), slots)));
    }
  }

  private static Optional<String> objection(String slot, List<SlotAssessment> slots) {
    Optional<SlotAssessment> found =
        slots.stream().filter(assessment -> assessment.slot().equals(slot)).findFirst();
    if (found.filter(assessment -> assessment.sample() != null).isEmpty()) {
      return Optional.of("slot [%s] isn't there".formatted(slot));
    }
    if (found.flatMap(assessment -> assessment.judgement(Verdict.SLOT_LOST)).isPresent()) {
      return Optional.of("slot [%s] is lost".formatted(slot));
    }
    return found
        .flatMap(assessment -> assessment.judgement(Verdict.GAP))
        .map(gap -> "slot [%s] is ahead of the connector's offsets".formatted(slot));
  }
}
