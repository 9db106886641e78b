package org.outboxconnect.monitor.replay;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.verdict.Assessor;
import org.outboxconnect.monitor.verdict.Judgement;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.watch.Expectations;

/** Plays the recording to the core: what is said in which scene. */
final class Replay {

  private static final List<Recording.Take> RECORDING = Recording.read();

  private Replay() {}

  /** All that is more than "all is well", by scene, as "verdict severity: cause". */
  static Map<String, Set<String>> words(Thresholds thresholds) {
    Assessor assessor =
        new Assessor(new Expectations(Set.of(Look.SLOT)), Limits.UNKNOWN, thresholds);
    ServerHistory history = new ServerHistory();
    Map<String, Set<String>> words = new LinkedHashMap<>();
    for (Recording.Take take : RECORDING) {
      history = take.anew() ? new ServerHistory() : history;
      history.add(take.sample());
      Set<String> said = words.computeIfAbsent(take.scene(), scene -> new TreeSet<>());
      assessor.assess(take.sample(), history).stream()
          .flatMap(slot -> slot.judgements().stream())
          .filter(judgement -> judgement.severity() != Severity.OK)
          .map(Replay::word)
          .forEach(said::add);
    }
    return words;
  }

  private static String word(Judgement judgement) {
    return "%s %s: %s"
        .formatted(
            judgement.verdict().label(),
            judgement.severity().name().toLowerCase(Locale.ROOT),
            judgement.cause());
  }
}
