package org.outboxconnect.monitor.verdict;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Forecast;
import org.outboxconnect.monitor.forecast.Headroom;
import org.outboxconnect.monitor.sample.SlotSample;

/**
 * All that is known about one slot after a poll.
 *
 * @param slot its name
 * @param expected whether somebody has named it; one that nobody knows deserves a warning
 * @param sample what was seen; null if the slot isn't there
 * @param lag age of the WAL that its consumer hasn't confirmed; null if unknown
 * @param headroom null if the slot isn't there
 * @param forecast null if the slot isn't there
 * @param judgements what is said, the gravest first; never empty
 */
public record SlotAssessment(
    String slot,
    boolean expected,
    @Nullable SlotSample sample,
    @Nullable Duration lag,
    @Nullable Headroom headroom,
    @Nullable Forecast forecast,
    List<Judgement> judgements) {

  /** Copies. */
  public SlotAssessment {
    judgements = List.copyOf(judgements);
    if (judgements.isEmpty()) {
      throw new IllegalArgumentException("Expected a judgement about slot [%s]".formatted(slot));
    }
  }

  /** The judgement that counts. */
  public Judgement judgement() {
    return judgements.get(0);
  }

  /** Another thing that is said beside it, with this verdict. */
  public Optional<Judgement> judgement(Verdict verdict) {
    return judgements.stream().filter(judgement -> judgement.verdict() == verdict).findFirst();
  }

  /** The same with one more judgement, in its place. */
  SlotAssessment with(Judgement judgement) {
    List<Judgement> all =
        Stream.concat(judgements.stream(), Stream.of(judgement))
            .sorted(Comparator.comparing(Judgement::severity).reversed())
            .toList();
    return new SlotAssessment(slot, expected, sample, lag, headroom, forecast, all);
  }
}
