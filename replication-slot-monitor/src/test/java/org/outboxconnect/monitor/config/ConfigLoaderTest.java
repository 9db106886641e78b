package org.outboxconnect.monitor.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Thresholds;
import org.outboxconnect.monitor.watch.OutboxMode;
import org.outboxconnect.monitor.watch.OutboxWatch;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ConfigLoaderTest {

  private static final Map<String, String> VARIABLES =
      Map.of(
          "OUTBOX_MONITOR_SERVERS_0_NAME", "orders",
          "OUTBOX_MONITOR_SERVERS_0_URL", "jdbc:postgresql://db/orders",
          "OUTBOX_MONITOR_SERVERS_0_USER", "monitor",
          "OUTBOX_MONITOR_SERVERS_0_PASSWORD", "hunter2",
          "HOME", "/root");

  @TempDir private Path folder;

  @Test
  void should_take_the_defaults_when_only_a_server_is_given() {
    MonitorConfig config = Yaml.load(folder, Yaml.SERVER);

    assertThat(config.listen()).isEqualTo(new MonitorConfig.Listen("127.0.0.1", 9188));
    assertThat(config.pollInterval()).isEqualTo(Duration.ofSeconds(15));
    assertThat(config.historyDirectory()).isNull();
    assertThat(config.thresholds()).isEqualTo(Thresholds.DEFAULTS);
    assertThat(config.connectClusters()).isEmpty();
    assertThat(config.webhooks()).isEmpty();
    ServerConfig server = config.servers().get(0);
    assertThat(server.slots()).isEqualTo(SlotSelection.ALL);
    assertThat(server.limits()).isEqualTo(Limits.UNKNOWN);
    assertThat(server.walDirectoryInterval()).isEqualTo(Duration.ofMinutes(1));
    assertThat(server.canary()).isNull();
    assertThat(server.access().password().get()).isEqualTo("hunter2");
  }

  @Test
  void should_need_no_file_when_the_environment_says_all() {
    MonitorConfig config = ConfigLoader.load(null, VARIABLES);

    assertThat(config.servers()).extracting(ServerConfig::name).containsExactly("orders");
    assertThat(config.servers().get(0).access().password().get()).isEqualTo("hunter2");
  }

  @Test
  void should_let_the_environment_win_when_both_say_something() {
    Path file = Yaml.file(folder, Yaml.SERVER + "poll-interval: 10s\n");

    MonitorConfig config =
        ConfigLoader.load(
            file,
            Map.of(
                "OUTBOX_MONITOR_POLL_INTERVAL", "30s",
                "OUTBOX_MONITOR_THRESHOLDS_SILENT_WARNING", "20s",
                "OUTBOX_MONITOR_SERVERS_0_SLOTS_EXPECTED_0", "outbox",
                "OUTBOX_MONITOR_SERVERS_0_SLOTS_EXPECTED_1", "audit",
                "OUTBOX_MONITOR_SERVERS_0_PASSWORD_FILE", "/run/secrets/password"));

    assertThat(config.pollInterval()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.thresholds().silentWarning()).isEqualTo(Duration.ofSeconds(20));
    assertThat(config.thresholds().silentCritical())
        .isEqualTo(Thresholds.DEFAULTS.silentCritical());
    assertThat(config.servers().get(0).slots().expected()).isEqualTo(Set.of("outbox", "audit"));
    assertThat(config.servers().get(0).access().password())
        .isEqualTo(new SecretFile("servers[0].password-file", Path.of("/run/secrets/password")));
  }

  @Test
  void should_read_ten_and_more_items_in_their_order_when_they_come_from_the_environment() {
    Map<String, String> variables = new java.util.HashMap<>(VARIABLES);
    for (int index = 0; index < 12; index++) {
      variables.put("OUTBOX_MONITOR_SERVERS_0_SLOTS_INCLUDE_" + index, "slot_" + index);
    }

    assertThat(ConfigLoader.load(null, variables).servers().get(0).slots().include())
        .startsWith("slot_0", "slot_1", "slot_2")
        .endsWith("slot_10", "slot_11");
  }

  @Test
  void should_read_every_kind_of_value() {
    MonitorConfig config =
        Yaml.load(
            folder,
            """
            listen: "[::]:0"
            history-directory: /var/lib/monitor
            servers:
              - name: orders
                url: jdbc:postgresql://db/orders?sslmode=verify-full
                user: monitor
                password: hunter2
                wal-volume-size: 100GiB
                provider-idle-limit: PT40H
                outboxes:
                  - {mode: polling}
                  - {table: other, mode: wal-message, slot: other, publication: p}
                canary: {slots: [other]}
            connect-clusters:
              - name: main
                urls: ["http://connect:8083"]
                user: rest
                password: hunter2
                connectors: [{name: c, server: orders, slot: other}]
                restart-failed-tasks: {attempts: 3}
            webhooks:
              - {name: chat, url: "https://chat/hunter2", format: slack, min-severity: critical}
            """);

    assertThat(config.listen()).isEqualTo(new MonitorConfig.Listen("::", 0));
    ServerConfig server = config.servers().get(0);
    assertThat(server.limits()).isEqualTo(new Limits(100L << 30, Duration.ofHours(40)));
    assertThat(server.outboxes())
        .containsExactly(
            new OutboxWatch("public", "outbox", OutboxMode.POLLING, null, null),
            new OutboxWatch("public", "other", OutboxMode.WAL_MESSAGE, "other", "p"));
    assertThat(server.canary())
        .isEqualTo(new CanaryConfig(Duration.ofMinutes(1), Set.of("other"), "outbox-canary", null));
    ConnectClusterConfig cluster = config.connectClusters().get(0);
    assertThat(cluster.login().password().get()).isEqualTo("hunter2");
    assertThat(cluster.connectors())
        .containsExactly(new ConnectClusterConfig.Connector("c", "orders", "other"));
    assertThat(cluster.restart())
        .isEqualTo(
            new ConnectClusterConfig.Restart(3, Duration.ofMinutes(1), Duration.ofMinutes(30)));
    WebhookConfig webhook = config.webhooks().get(0);
    assertThat(webhook.url().get()).isEqualTo(URI.create("https://chat/hunter2"));
    assertThat(webhook.minimum()).isEqualTo(Severity.CRITICAL);
    assertThat(config.toString()).doesNotContain("hunter2");
  }

  @Test
  void should_keep_a_password_as_it_is_when_yaml_would_make_something_else_of_it() {
    for (String password : java.util.List.of("007", "true", "1e3", "null", "\" blank \"")) {
      String text = Yaml.SERVER.replace("hunter2", password);
      assertThat(Yaml.load(folder, text).servers().get(0).access().password().get())
          .isEqualTo(password.replace("\"", ""));
    }
  }

  @Test
  void should_tell_all_problems_at_once_when_there_are_several() {
    assertThat(
            Yaml.problems(
                folder,
                """
                poll-interval: soon
                thresholds: {silent-warning: -1s}
                servers:
                  - url: jdbc:mysql://db/hunter2
                    user: ""
                    password: hunter2
                    password-file: hunter2
                webhooks: {name: x}
                """,
                Map.of("OUTBOX_MONITOR_LISTEN", "9188", "OUTBOX_MONITOR_POLL", "1s")))
        .extracting(ConfigProblem::path)
        .containsExactlyInAnyOrder(
            "OUTBOX_MONITOR_POLL",
            "listen (from OUTBOX_MONITOR_LISTEN)",
            "poll-interval",
            "thresholds.silent-warning",
            "servers[0].name",
            "servers[0].url",
            "servers[0].user",
            "servers[0].password",
            "webhooks");
  }

  @Test
  void should_say_what_was_expected_and_found_and_what_to_do() {
    assertThatThrownBy(() -> Yaml.load(folder, Yaml.SERVER + "poll-interval: 2 weeks\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("There is a problem with the configuration:")
        .hasMessageContaining(
            "poll-interval: expected a duration from 1s to 1h such as 90s, 5m, 4h, 1d or PT90S,"
                + " found [2 weeks]. [Hint: correct it]");
  }

  @Test
  void should_refuse_a_url_that_takes_a_safeguard_away() {
    String text = Yaml.SERVER.replace("db/orders", "db/orders?socketTimeout=0&password=hunter2");

    assertThat(Yaml.problems(folder, text))
        .singleElement()
        .hasToString(
            "servers[0].url: expected a JDBC URL such as jdbc:postgresql://host:5432/database,"
                + " found The URL of a server sets [socketTimeout], which the monitor sets itself."
                + " [Hint: leave out what the monitor sets itself: user, password, options, name"
                + " and time-outs]");
  }

  @Test
  void should_refuse_a_gap_when_items_are_numbered() {
    assertThat(
            Yaml.problems(folder, Yaml.SERVER, Map.of("OUTBOX_MONITOR_SERVERS_2_NAME", "hunter2")))
        .singleElement()
        .returns("OUTBOX_MONITOR_SERVERS_2_NAME", ConfigProblem::path)
        .returns("number 2 after 1 items", ConfigProblem::found);
  }

  @Test
  void should_take_the_defaults_when_all_below_a_key_is_commented_out() {
    String text = Yaml.SERVER + "    outboxes:\n    slots:\nthresholds:\n  # a: b\nwebhooks:\n";

    assertThat(Yaml.load(folder, text).thresholds()).isEqualTo(Thresholds.DEFAULTS);
    assertThat(Yaml.load(folder, text).servers().get(0).slots()).isEqualTo(SlotSelection.ALL);
  }

  @Test
  void should_refuse_what_has_no_server() {
    for (String text : java.util.List.of("", "# nothing\n", "servers:\n", "servers: []\n")) {
      assertThat(Yaml.problems(folder, text))
          .extracting(ConfigProblem::path)
          .containsExactly("servers");
    }
  }
}
