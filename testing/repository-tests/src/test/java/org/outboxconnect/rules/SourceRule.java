package org.outboxconnect.rules;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A rule about test sources. They are read as text because test classes of later modules do not
 * exist yet when these rules run, and a late module must not escape them
 * (docs/rationale.md#why-are-test-sources-checked-as-text).
 *
 * @param name what the rule demands
 * @param because why, and how to repair a breach
 * @param broken tells whether a file breaks the rule
 */
record SourceRule(String name, String because, Predicate<SourceFile> broken) {

  private static final Pattern HAS_TESTS =
      Pattern.compile(
          "@(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|Example)\\b");
  private static final Pattern SLEEP = Pattern.compile("\\bsleep\\(");
  private static final Pattern MOCKS = Pattern.compile("import (static )?org\\.(mockito|easymock)");
  private static final Pattern SERVERS =
      Pattern.compile(
          "\\b(EmbeddedStack|PostgresServer|KafkaBroker|ConnectCluster)\\s*\\.\\s*(builder|start)\\b");

  static final SourceRule NAMED_BY_TIER =
      new SourceRule(
          "test classes are named XTest or XIT",
          "Surefire runs XTest and Failsafe runs XIT; a test under another name never runs. Rename"
              + " it: XTest needs no server, XIT does",
          file ->
              HAS_TESTS.matcher(file.text()).find() && !file.className().matches("\\w+(Test|IT)"));

  static final SourceRule SERVERS_ONLY_IN_IT =
      new SourceRule(
          "a class named XTest starts no server",
          "XTest also runs on every JDK and in every edit; rename the class to XIT",
          file -> file.className().endsWith("Test") && SERVERS.matcher(file.text()).find());

  static final SourceRule NO_SLEEP =
      new SourceRule(
          "tests never sleep",
          "a sleep is too short on a busy machine and too long on any other; wait for the condition"
              + " with Awaitility, or inject a clock",
          file -> SLEEP.matcher(file.text()).find());

  static final SourceRule NO_MOCKS =
      new SourceRule(
          "no mocking library",
          "a mock repeats what we believe about a server; use the real thing from"
              + " testing/embedded-stack, or a small hand-written fake",
          file -> MOCKS.matcher(file.text()).find());

  static final List<SourceRule> ALL =
      List.of(NAMED_BY_TIER, SERVERS_ONLY_IN_IT, NO_SLEEP, NO_MOCKS);

  void check(List<SourceFile> files) {
    if (files.isEmpty()) {
      throw new AssertionError("Rule [%s] was given no files to check".formatted(name));
    }
    List<String> breaches = files.stream().filter(broken).map(SourceFile::path).toList();
    if (!breaches.isEmpty()) {
      throw new AssertionError(
          "Rule [%s] is broken by %s, because %s".formatted(name, breaches, because));
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
