package org.outboxconnect.rules;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules, applied to the code as it is. {@link RulesFireTest} shows that each can fail. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CodeRulesTest {

  static Stream<String> modules() {
    return Repository.modulesWithMainCode().stream();
  }

  static Stream<String> pluginModules() {
    return modules().filter(Set.of("smt-extensions", "connect-plugin")::contains);
  }

  static List<SourceRule> sourceRules() {
    return SourceRule.ALL;
  }

  @ParameterizedTest
  @MethodSource("modules")
  void should_know_only_its_neighbours(String module) {
    check(module, ModuleBoundary.of(module).knowsOnlyItsNeighbours());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void should_stay_in_its_packages(String module) {
    check(module, ModuleBoundary.of(module).staysInItsPackages());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void should_use_no_internals_of_kafka(String module) {
    check(module, CodeRules.NO_KAFKA_INTERNALS);
  }

  @ParameterizedTest
  @MethodSource("pluginModules")
  void should_use_no_class_of_debezium(String module) {
    check(module, CodeRules.NO_DEBEZIUM);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void should_mark_every_package_for_null_checks(String module) {
    check(module, CodeRules.NULL_MARKED);
  }

  @ParameterizedTest
  @MethodSource("sourceRules")
  void should_keep_the_rules_for_test_sources(SourceRule rule) {
    rule.check(Repository.testSources());
  }

  private static void check(String module, ArchRule rule) {
    rule.check(Repository.mainClasses(module));
  }
}
