package org.outboxconnect.monitor.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings that refer to others, or don't go together. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CrossReferencesTest {

  private static final String SLOTS =
      Yaml.SERVER + "    slots: {include: [out*], exclude: [outer]}\n";
  private static final String CLUSTER = "connect-clusters:\n  - name: c\n    urls: [http://c:1]\n";

  @TempDir private Path folder;

  static Stream<Arguments> settings() {
    return Stream.of(
        Arguments.of(
            SLOTS + CLUSTER + "    connectors: [{name: a, server: order, slot: outbox}]\n",
            "connect-clusters[0].connectors[0].server",
            "did you mean orders?"),
        Arguments.of(
            SLOTS + CLUSTER + "    connectors: [{name: a, server: orders, slot: outer}]\n",
            "connect-clusters[0].connectors[0].slot",
            "slots.expected"),
        Arguments.of(
            SLOTS
                + CLUSTER
                + "    connectors:\n"
                + "      - {name: a, server: orders, slot: outbox}\n"
                + "      - {name: a, server: orders, slot: outbox}\n",
            "connect-clusters[0].connectors[1].name",
            "another"),
        Arguments.of(
            SLOTS + "    outboxes: [{slot: inbox}]\n", "servers[0].outboxes[0].slot", "expected"),
        Arguments.of(SLOTS + "    outboxes: [{}]\n", "servers[0].outboxes[0].slot", "correct"),
        Arguments.of(
            SLOTS + "    outboxes: [{mode: polling, slot: outbox}]\n",
            "servers[0].outboxes[0].slot",
            "correct"),
        Arguments.of(
            SLOTS + "    outboxes: [{slot: outbox}, {slot: outbox}]\n",
            "servers[0].outboxes[1].table",
            "remove"),
        Arguments.of(
            SLOTS + "    canary: {slots: [inbox]}\n", "servers[0].canary.slots", "expected"),
        Arguments.of(SLOTS + "    canary: {}\n", "servers[0].canary.slots", "add"),
        Arguments.of(
            SLOTS + "    canary: {slots: [outa, outb], kafka: {properties-file: k, topic: t}}\n",
            "servers[0].canary.slots",
            "without kafka"),
        Arguments.of(
            Yaml.SERVER + Yaml.SERVER.replace("servers:\n", ""), "servers[1].name", "another"),
        Arguments.of(
            Yaml.SERVER + CLUSTER + CLUSTER.substring(CLUSTER.indexOf('\n') + 1),
            "connect-clusters[1].name",
            "another"),
        Arguments.of(
            Yaml.SERVER + CLUSTER + "    password: hunter2\n", "connect-clusters[0].user", "add"),
        Arguments.of(
            Yaml.SERVER + CLUSTER + "    user: x\n", "connect-clusters[0].password", "add"),
        Arguments.of(
            Yaml.SERVER + CLUSTER + "    restart-failed-tasks: {first-wait: 1h}\n",
            "connect-clusters[0].restart-failed-tasks.longest-wait",
            "longer"),
        Arguments.of(Yaml.SERVER + "webhooks: [{name: x}]\n", "webhooks[0].url", "add"));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void should_be_refused_when_they_do_not_fit(String text, String path, String hint) {
    assertThat(Yaml.problems(folder, text))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo(path);
              assertThat(problem.hint()).contains(hint);
            });
  }

  @Test
  void should_be_let_through_when_a_slot_is_expected_that_no_pattern_includes() {
    String text =
        Yaml.SERVER
            + "    slots: {include: [], expected: [outbox]}\n"
            + "    outboxes: [{slot: outbox}]\n"
            + "    canary: {slots: [outbox]}\n";

    assertThat(Yaml.load(folder, text).servers().get(0).slots().include()).isEmpty();
  }
}
