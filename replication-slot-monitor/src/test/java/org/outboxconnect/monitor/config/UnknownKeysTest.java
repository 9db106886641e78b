package org.outboxconnect.monitor.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class UnknownKeysTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "poll-intervall, poll-interval",
    "pollInterval, poll-interval",
    "POLL_INTERVAL, poll-interval",
    "webhook, webhooks",
    "treshold, thresholds"
  })
  void should_suggest_the_nearest_key_when_one_is_misspelt(String key, String meant) {
    assertThat(Yaml.problems(folder, Yaml.SERVER + key + ": 1s\n"))
        .singleElement()
        .returns(key, ConfigProblem::path)
        .returns("did you mean %s?".formatted(meant), ConfigProblem::hint);
  }

  @Test
  void should_name_the_known_keys_when_none_is_near() {
    assertThat(Yaml.problems(folder, Yaml.SERVER + "    sslrootcert: x\n"))
        .singleElement()
        .returns("servers[0].sslrootcert", ConfigProblem::path)
        .extracting(ConfigProblem::hint)
        .asString()
        .startsWith("known here: name, url, user, password, password-file, slots");
  }

  @ParameterizedTest
  @CsvSource({
    "SERVERS_3_PASSWORDFILE, did you mean OUTBOX_MONITOR_SERVERS_3_PASSWORD_FILE?",
    "SERVER_0_URL, did you mean OUTBOX_MONITOR_SERVERS_0_URL?",
    "SERVERS_N_URL, did you mean OUTBOX_MONITOR_SERVERS_0_URL?",
    "PORT_OF_HTTP, the reference page lists them all"
  })
  void should_refuse_a_variable_when_it_sets_nothing(String variable, String hint) {
    assertThat(Yaml.problems(folder, Yaml.SERVER, Map.of("OUTBOX_MONITOR_" + variable, "hunter2")))
        .singleElement()
        .returns("OUTBOX_MONITOR_" + variable, ConfigProblem::path)
        .returns(hint, ConfigProblem::hint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"OUTBOX_DB_HOST", "OUTBOXMONITOR_X", "outbox_monitor_listen"})
  void should_leave_a_variable_alone_when_it_has_another_beginning(String variable) {
    assertThat(ConfigLoader.load(Yaml.file(folder, Yaml.SERVER), Map.of(variable, "x")))
        .isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SERVICE_HOST",
        "SERVICE_PORT",
        "SERVICE_PORT_HTTP",
        "PORT",
        "PORT_9188_TCP",
        "PORT_9188_TCP_ADDR",
        "PORT_9188_TCP_PORT",
        "PORT_9188_TCP_PROTO"
      })
  void should_leave_a_variable_alone_when_kubernetes_sets_it_for_a_service(String variable) {
    assertThat(
            ConfigLoader.load(
                Yaml.file(folder, Yaml.SERVER), Map.of("OUTBOX_MONITOR_" + variable, "x")))
        .isNotNull();
  }

  @Test
  void should_show_no_long_or_unprintable_key() {
    assertThat(Yaml.problems(folder, Yaml.SERVER + "\"" + "k\\u0007".repeat(100) + "\": 1\n"))
        .singleElement()
        .extracting(ConfigProblem::path)
        .asString()
        .hasSizeLessThan(70)
        .matches("[k?…]+");
  }
}
