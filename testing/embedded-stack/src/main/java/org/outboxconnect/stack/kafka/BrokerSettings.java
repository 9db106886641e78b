package org.outboxconnect.stack.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings of one broker that is its own controller. */
record BrokerSettings(
    int port, int controllerPort, @Nullable Detour detour, Path data, Map<String, String> extra) {

  private static final String DETOUR = "DETOUR";

  /**
   * A second listener.
   *
   * @param address what its clients are told to come back to
   * @param login who may come; null for everybody, in plain text
   */
  record Detour(int listenerPort, String address, @Nullable ScramLogin login) {}

  String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  Map<String, String> all() {
    String client = "PLAINTEXT://" + bootstrapServers();
    String controller = "127.0.0.1:" + controllerPort;
    Map<String, String> all = new LinkedHashMap<>();
    all.put("process.roles", "broker,controller");
    all.put("node.id", "1");
    all.put("controller.quorum.voters", "1@" + controller);
    all.put("controller.listener.names", "CONTROLLER");
    all.put("listeners", client + ",CONTROLLER://" + controller);
    all.put("advertised.listeners", client);
    if (detour != null) {
      all.putAll(withDetour(client, "CONTROLLER://" + controller, detour));
    }
    all.put("log.dirs", data.toString());
    all.putAll(forOneSmallBroker());
    all.putAll(extra);
    return all;
  }

  private static Map<String, String> withDetour(String client, String controller, Detour detour) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(
        "listeners",
        "%s,%s://127.0.0.1:%d,%s".formatted(client, DETOUR, detour.listenerPort(), controller));
    all.put("advertised.listeners", "%s,%s://%s".formatted(client, DETOUR, detour.address()));
    all.put(
        "listener.security.protocol.map",
        "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,%s:%s"
            .formatted(DETOUR, detour.login() == null ? "PLAINTEXT" : "SASL_SSL"));
    if (detour.login() != null) {
      all.putAll(detour.login().settings(DETOUR));
    }
    return all;
  }

  /** What is to be there before the first start; arguments of the tool that formats. */
  List<String> formatArguments() {
    return detour == null || detour.login() == null ? List.of() : detour.login().formatArguments();
  }

  /** Writes all of them as a properties file. */
  void write(Path file) {
    StringBuilder text = new StringBuilder();
    all().forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    try {
      Files.writeString(file, text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Map<String, String> forOneSmallBroker() {
    return Map.ofEntries(
        Map.entry("offsets.topic.replication.factor", "1"),
        Map.entry("offsets.topic.num.partitions", "1"),
        Map.entry("transaction.state.log.replication.factor", "1"),
        Map.entry("transaction.state.log.min.isr", "1"),
        Map.entry("transaction.state.log.num.partitions", "1"),
        Map.entry("share.coordinator.state.topic.replication.factor", "1"),
        Map.entry("share.coordinator.state.topic.min.isr", "1"),
        // Otherwise the first consumer or worker of a group waits three seconds for others.
        Map.entry("group.initial.rebalance.delay.ms", "0"),
        // A consumer that comes before the connector would make the topic with one partition.
        Map.entry("auto.create.topics.enable", "false"),
        // The default takes half of our heap.
        Map.entry("log.cleaner.dedupe.buffer.size", "4194304"));
  }
}
