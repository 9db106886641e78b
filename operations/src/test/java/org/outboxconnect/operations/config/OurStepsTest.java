package org.outboxconnect.operations.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the check says of our transformations' settings is what they say themselves. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OurStepsTest {

  private static final Set<String> SAME =
      Set.of("transform-value", "transform-key-unknown", "guard-quarantine-topic");

  static Stream<RuleExample> examples() {
    return RuleExamples.ALL.stream()
        .filter(example -> SAME.contains(example.rule()))
        .filter(example -> example.bad().matches("transforms\\.(guard|headers)\\..*"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void should_be_refused_by_the_transformation_when_the_check_refuses_it(RuleExample example) {
    assertThat(start(step(example), example.bad())).isFalse();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void should_be_taken_by_the_transformation_when_the_check_takes_it(RuleExample example) {
    assertThat(start(step(example), example.good())).isTrue();
  }

  private static String step(RuleExample example) {
    return example.bad().split("\\.", 3)[1];
  }

  /** Whether validation and start of the plugin go through. */
  private static boolean start(String alias, String edits) {
    Step step = Step.of(alias, Texts.edited(edits).connector());
    Transformation<?> plugin = plugin(step.type());
    Map<String, String> settings = new LinkedHashMap<>(step.settings());
    settings.keySet().removeAll(List.of("predicate", "negate"));
    try {
      plugin.configure(settings);
      return plugin.config().validate(settings).stream()
          .allMatch(value -> value.errorMessages().isEmpty());
    } catch (ConfigException e) {
      return false;
    }
  }

  private static Transformation<?> plugin(String type) {
    return Texts.ourTransformations().stream()
        .filter(plugin -> plugin.getClass().getName().equals(type))
        .findFirst()
        .orElseThrow();
  }
}
