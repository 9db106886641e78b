package org.outboxconnect.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.rules.planted.internal.UsesAppInfoParser;
import org.outboxconnect.rules.planted.internal.UsesDebezium;
import org.outboxconnect.rules.planted.internal.UsesInternals;
import org.outboxconnect.rules.planted.internal.UsesRuntime;
import org.outboxconnect.rules.planted.unmarked.Unmarked;

/** A rule that cannot fail guards nothing: each is shown a planted violation. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesFireTest {

  static final List<ArchRule> CODE_RULES =
      Stream.concat(
              Stream.of(CodeRules.NO_KAFKA_INTERNALS, CodeRules.NO_DEBEZIUM, CodeRules.NULL_MARKED),
              ModuleBoundary.ALL.stream()
                  .flatMap(it -> Stream.of(it.staysInItsPackages(), it.knowsOnlyItsNeighbours())))
          .toList();

  static Stream<Arguments> plantedSources() {
    return Stream.of(
        Arguments.of(SourceRule.NAMED_BY_TIER, "OrdersCheck.java"),
        Arguments.of(SourceRule.SERVERS_ONLY_IN_IT, "ServerTest.java"),
        Arguments.of(SourceRule.NO_SLEEP, "SleepsTest.java"),
        Arguments.of(SourceRule.NO_SLEEP, "SleepsByUnitTest.java"),
        Arguments.of(SourceRule.NO_MOCKS, "MocksTest.java"));
  }

  @ParameterizedTest
  @ValueSource(classes = {UsesAppInfoParser.class, UsesRuntime.class, UsesInternals.class})
  void should_fire_when_internals_of_kafka_are_used(Class<?> planted) {
    assertFires(CodeRules.NO_KAFKA_INTERNALS, planted, "use the public API");
  }

  @Test
  void should_fire_when_debezium_is_used() {
    assertFires(CodeRules.NO_DEBEZIUM, UsesDebezium.class, "by its schema name");
  }

  @Test
  void should_fire_when_a_package_is_not_null_marked() {
    assertFires(CodeRules.NULL_MARKED, Unmarked.class, "add a package-info.java");
  }

  @ParameterizedTest
  @ValueSource(strings = {"schema", "client", "smt-extensions", "connect-plugin", "operations"})
  void should_fire_when_a_module_knows_too_much(String module) {
    ArchRule rule = ModuleBoundary.of(module).knowsOnlyItsNeighbours();

    assertFires(rule, UsesDebezium.class, "move the code to the module that may know the class");
  }

  @ParameterizedTest
  @ValueSource(strings = {"testing/test-support", "testing/embedded-stack"})
  void should_fire_when_test_helpers_know_what_they_are_to_test(String module) {
    ArchRule rule = ModuleBoundary.of(module).knowsOnlyItsNeighbours();

    assertFires(rule, UsesDebezium.class, "to know as little as it can");
  }

  @Test
  void should_fire_when_a_class_lies_in_a_foreign_package() {
    assertFires(
        ModuleBoundary.of("client").staysInItsPackages(), Unmarked.class, "move the class into");
  }

  @ParameterizedTest
  @FieldSource("CODE_RULES")
  void should_fail_when_a_rule_has_nothing_to_look_at(ArchRule rule) {
    JavaClasses nothing = new ClassFileImporter().importClasses();

    assertThatThrownBy(() -> rule.check(nothing)).hasMessageContaining("failed to check any");
  }

  @Test
  void should_name_the_missing_line_when_a_module_has_no_boundary() {
    assertThatThrownBy(() -> ModuleBoundary.of("new-module"))
        .hasMessageContainingAll("[new-module]", "[Hint: add a line to ModuleBoundary.ALL");
  }

  @Test
  void should_say_how_to_build_when_there_are_no_class_files() {
    assertThatThrownBy(() -> Repository.mainClasses("testing"))
        .hasMessageContainingAll("No class files", "[Hint: build it first");
  }

  @ParameterizedTest
  @MethodSource("plantedSources")
  void should_fire_when_a_test_source_breaks_a_rule(SourceRule rule, String planted) {
    SourceFile file = plantedSource(planted);

    assertThatThrownBy(() -> rule.check(List.of(file)))
        .hasMessageContainingAll(rule.name(), planted, rule.because());
  }

  @ParameterizedTest
  @FieldSource("org.outboxconnect.rules.SourceRule#ALL")
  void should_pass_when_a_test_source_keeps_all_rules(SourceRule rule) {
    rule.check(List.of(plantedSource("GoodTest.java")));
  }

  @ParameterizedTest
  @FieldSource("org.outboxconnect.rules.SourceRule#ALL")
  void should_fail_when_a_source_rule_has_nothing_to_look_at(SourceRule rule) {
    assertThatThrownBy(() -> rule.check(List.of())).hasMessageContaining("no files to check");
  }

  private static void assertFires(ArchRule rule, Class<?> planted, String cure) {
    JavaClasses classes = new ClassFileImporter().importClasses(planted);

    assertThat(rule.evaluate(classes).hasViolation()).isTrue();
    assertThatThrownBy(() -> rule.check(classes))
        .hasMessageContainingAll(planted.getSimpleName(), cure);
  }

  private static SourceFile plantedSource(String name) {
    try (InputStream text = RulesFireTest.class.getResourceAsStream("/planted/" + name + ".txt")) {
      return new SourceFile(
          "planted/" + name, new String(text.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
