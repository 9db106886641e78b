package org.outboxconnect.monitor.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.outboxconnect.monitor.ChangedThresholds;
import org.outboxconnect.monitor.verdict.Thresholds;

/**
 * Nobody is called in healthy operation, and not louder than need be in strained operation: samples
 * recorded from real servers, a look every 15 seconds. Each threshold has a scene that comes to
 * more than half of it, so that half of it would say something wrong there.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OperationReplayTest {

  private static final Set<String> CALLS = Set.of(" warning:", " critical:");

  /** What has to be said where something has, by the beginning of the scene's name. */
  private static final Map<String, List<String>> STRAINED =
      Map.of(
          "others write 8 GiB", List.of("idle_pinned info"),
          "the worker hangs for 45", List.of("frozen_consumer warning"),
          "a connector is away for 20", List.of("no_consumer warning"),
          "others write beside a quiet outbox, 3", List.of("idle_pinned critical"),
          "others write beside a quiet outbox, 18", List.of("idle_pinned warning"),
          "row versions of 120", List.of("horizon warning"),
          "the worker hangs at the cap", List.of("frozen_consumer critical"));

  private static final Map<String, Set<String>> USUAL = Replay.words(Thresholds.DEFAULTS);

  /** A threshold, a scene by the beginning of its name, and what half of it changes there. */
  record Half(String threshold, String scene, String change) {}

  static Stream<Half> halves() {
    return Stream.of(
        new Half("silentWarning", "the worker pauses", "frozen_consumer warning"),
        new Half("silentCritical", "the worker hangs for 45", "frozen_consumer critical"),
        new Half("inactiveWarning", "a connector restarts", "no_consumer warning"),
        new Half("inactiveCritical", "a connector is away", "no_consumer critical"),
        new Half("waitingCritical", "a quiet deployment", "no_consumer critical"),
        new Half("confirmFlat", "Kafka takes no writes", "commit_blocked critical"),
        new Half("transactionWarning", "a transaction of another", "transaction_pinned warning"),
        new Half("giantInfo", "a transaction spills", "giant_transaction info"),
        new Half("giantWarning", "a large transaction spills", "giant_transaction warning"),
        new Half("trendWindow", "a nightly batch", "lagging warning"),
        new Half("shortestTrend", "much is written", "lagging critical"),
        new Half("gapFor", "offsets are stored", "gap critical"),
        new Half(
            "exhaustionCritical", "others write beside a quiet outbox, 3", "idle_pinned critical"),
        new Half(
            "exhaustionWarning", "others write beside a quiet outbox, 18", "idle_pinned warning"),
        new Half("retainedWarningBytes", "others write 8 GiB", "idle_pinned warning"),
        new Half("horizonWarning", "row versions of 30", "horizon warning"),
        new Half("horizonCritical", "row versions of 120", "horizon critical"),
        new Half("roleChangeGrace", "a failover", "slot_missing critical"),
        new Half("unusedWarning", "a worker is replaced", "no_consumer warning"),
        new Half("checkpointStalled", "the worker hangs at the cap", "no checkpoint completes"));
  }

  @Test
  void should_call_nobody_in_healthy_operation() {
    USUAL.forEach(
        (scene, words) -> {
          if (expected(scene).isEmpty()) {
            assertThat(words).as(scene).noneMatch(OperationReplayTest::calls);
          }
        });
  }

  private static boolean calls(String word) {
    return CALLS.stream().anyMatch(word::contains);
  }

  private static List<String> expected(String scene) {
    return STRAINED.entrySet().stream()
        .filter(each -> scene.startsWith(each.getKey()))
        .flatMap(each -> each.getValue().stream())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "a quiet deployment, no_consumer info",
    "a large transaction spills, giant_transaction info",
  })
  void should_tell_of_what_may_pass_by_itself(String scene, String word) {
    assertThat(words(USUAL, scene)).anyMatch(said -> said.startsWith(word));
  }

  @Test
  void should_say_of_strained_operation_what_there_is_to_say_and_nothing_louder() {
    STRAINED.forEach(
        (scene, expected) -> {
          Set<String> words = words(USUAL, scene);
          expected.forEach(
              word -> assertThat(words).as(scene).anyMatch(said -> said.startsWith(word)));
          if (expected.stream().noneMatch(word -> word.endsWith("critical"))) {
            assertThat(words).as(scene).noneMatch(said -> said.contains(" critical:"));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("halves")
  void should_say_something_else_when_a_threshold_is_halved(Half half) {
    Thresholds changed = ChangedThresholds.with(half.threshold(), OperationReplayTest::half);
    Set<String> usual = words(USUAL, half.scene());
    Set<String> other = words(Replay.words(changed), half.scene());
    assertThat(differences(usual, other)).anyMatch(word -> word.contains(half.change()));
  }

  private static Set<String> differences(Set<String> usual, Set<String> other) {
    Set<String> all = new HashSet<>(usual);
    all.addAll(other);
    return all.stream()
        .filter(word -> usual.contains(word) != other.contains(word))
        .collect(Collectors.toSet());
  }

  private static Object half(Object usual) {
    if (usual instanceof Duration time) {
      return time.dividedBy(2);
    }
    if (usual instanceof Integer count) {
      return count / 2;
    }
    return (Long) usual / 2;
  }

  private static Set<String> words(Map<String, Set<String>> all, String scene) {
    return all.entrySet().stream()
        .filter(each -> each.getKey().startsWith(scene))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(() -> new AssertionError("No scene " + scene));
  }

  @Test
  void should_have_a_scene_for_each_threshold() {
    assertThat(halves().map(Half::threshold))
        .containsExactlyInAnyOrderElementsOf(ChangedThresholds.names());
  }
}
