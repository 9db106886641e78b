package org.outboxconnect.operations.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule on a setting that breaks it, and on one beside it that doesn't. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesTest {

  static List<RuleExample> examples() {
    return RuleExamples.ALL;
  }

  static Stream<Rule> rules() {
    return Stream.concat(Rules.all().stream(), Together.GROUP.rules().stream());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void should_find_it_when_the_rule_is_broken(RuleExample example) {
    assertThat(Texts.edited(example.bad()).check())
        .extracting(Finding::rule)
        .contains(example.rule());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void should_find_nothing_when_the_rule_is_kept(RuleExample example) {
    assertThat(Texts.edited(example.good()).check())
        .extracting(Finding::rule)
        .doesNotContain(example.rule());
  }

  @Test
  void should_have_an_example_for_every_rule_of_one_connector() {
    // What a map of settings can't show has tests of its own: ConnectorFileTest.
    List<String> elsewhere = List.of("key-doubled", "value-not-text");

    assertThat(examples().stream().map(RuleExample::rule).distinct())
        .containsExactlyInAnyOrderElementsOf(
            Rules.all().stream()
                .map(Rule::name)
                .filter(name -> !elsewhere.contains(name))
                .toList());
  }

  @ParameterizedTest
  @MethodSource("rules")
  void should_say_effect_cure_and_source(Rule rule) {
    assertThat(rule.name()).matches("[a-z]+(-[a-z]+)*");
    assertThat(List.of(rule.why(), rule.fix(), rule.fact()))
        .allSatisfy(text -> assertThat(text).isNotBlank().doesNotEndWith("."));
  }

  @Test
  void should_have_a_name_of_its_own_for_each_rule() {
    assertThat(rules().map(Rule::name)).doesNotHaveDuplicates();
  }
}
