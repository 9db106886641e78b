package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;
import static org.outboxconnect.operations.config.Rule.warning;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What several connectors must not share, and what one server can serve. */
final class Together {

  private static final Rule.Search NEVER = setup -> Stream.empty();
  private static final Rule NAME =
      refused("shared-name")
          .because("Connect refuses the second POST, and a PUT replaces the first connector")
          .fix("give each connector a name of its own")
          .seen("Connect's REST API")
          .when(NEVER);
  private static final Rule SLOT =
      refused("shared-slot")
          .because("a slot has one reader: the second one fails with \"is active for PID\"")
          .fix("give each connector a slot of its own")
          .seen("PostgreSQL's manual")
          .when(NEVER);
  private static final Rule TRIMMED =
      refused("shared-publication-altered")
          .because("each connector trims the other's tables out of the publication")
          .fix(
              "give each connector a publication of its own, and set publication.autocreate.mode=disabled")
          .seen("Debezium sets the publication's tables to its own list")
          .when(NEVER);
  private static final Rule PUBLICATION =
      warning("shared-publication")
          .because("what is changed for one of them, tables or columns, changes for the other")
          .fix("give each connector a publication of its own")
          .seen("one publication, many readers")
          .when(NEVER);
  private static final Rule PREFIX =
      warning("shared-topic-prefix")
          .because(
              "they share the heartbeat topic, and on one worker the names of Debezium's metrics")
          .fix("give each connector a topic.prefix of its own")
          .seen("Debezium's manual on topic.prefix")
          .when(NEVER);
  private static final Rule SLOTS =
      refused("too-few-slots")
          .because("the last connectors can't make their slots, and don't start")
          .fix("raise max_replication_slots (needs a restart of PostgreSQL)")
          .seen("PostgreSQL: all replication slots are in use")
          .when(NEVER);
  private static final Rule SENDERS =
      refused("too-few-senders")
          .because("the last connectors can't connect for replication")
          .fix("raise max_wal_senders (needs a restart of PostgreSQL)")
          .seen("PostgreSQL: number of requested standby connections exceeds max_wal_senders")
          .when(NEVER);

  static final Rules.Group GROUP =
      new Rules.Group(
          "Several connectors", List.of(NAME, SLOT, TRIMMED, PUBLICATION, PREFIX, SLOTS, SENDERS));

  private Together() {}

  static List<Finding> check(Map<String, Setup> setups, Optional<ServerLimits> server) {
    List<Finding> findings = new ArrayList<>();
    findings.addAll(shared(setups, "name", NAME, setup -> setup.file().name()));
    findings.addAll(
        shared(setups, "slot.name", SLOT, setup -> onServer(setup, setup.value("slot.name"))));
    findings.addAll(publications(setups));
    findings.addAll(shared(setups, "topic.prefix", PREFIX, setup -> setup.value("topic.prefix")));
    server.ifPresent(limits -> findings.addAll(room(setups.size(), limits)));
    return List.copyOf(findings);
  }

  private static List<Finding> publications(Map<String, Setup> setups) {
    Function<Setup, Optional<String>> publication =
        setup ->
            onServer(setup, setup.value("publication.name"))
                .map(name -> name + " in " + setup.config().getOrDefault("database.dbname", ""));
    return sharers(setups, publication)
        .map(
            files ->
                finding(
                    altersOne(setups, files) ? TRIMMED : PUBLICATION, "publication.name", files))
        .toList();
  }

  private static boolean altersOne(Map<String, Setup> setups, List<String> files) {
    return setups.entrySet().stream()
        .filter(entry -> files.contains(entry.getKey()))
        .anyMatch(entry -> !entry.getValue().is("publication.autocreate.mode", "disabled"));
  }

  private static List<Finding> shared(
      Map<String, Setup> setups, String key, Rule rule, Function<Setup, Optional<String>> what) {
    return sharers(setups, what).map(files -> finding(rule, key, files)).toList();
  }

  /** The files of each value that more than one has. */
  private static Stream<List<String>> sharers(
      Map<String, Setup> setups, Function<Setup, Optional<String>> what) {
    Map<String, List<String>> files = new LinkedHashMap<>();
    setups.forEach(
        (file, setup) ->
            what.apply(setup)
                .ifPresent(
                    value -> files.computeIfAbsent(value, key -> new ArrayList<>()).add(file)));
    return files.values().stream().filter(list -> list.size() > 1);
  }

  /** Names count per server; hosts are compared as they stand in the files. */
  private static Optional<String> onServer(Setup setup, Optional<String> name) {
    return name.map(
        text ->
            "%s on %s:%s"
                .formatted(
                    text,
                    setup.config().getOrDefault("database.hostname", ""),
                    setup.config().getOrDefault("database.port", "5432")));
  }

  private static Finding finding(Rule rule, String key, List<String> files) {
    String all = files.stream().collect(Collectors.joining("], [", "[", "]"));
    return rule.finding(new Found(key, "is the same in " + all));
  }

  private static List<Finding> room(int connectors, ServerLimits limits) {
    List<Finding> findings = new ArrayList<>();
    int slots = limits.maxReplicationSlots() - limits.otherSlots();
    int senders = limits.maxWalSenders() - limits.otherSenders();
    if (connectors > slots) {
      findings.add(tooFew(SLOTS, "max_replication_slots", connectors, slots));
    }
    if (connectors > senders) {
      findings.add(tooFew(SENDERS, "max_wal_senders", connectors, senders));
    }
    return findings;
  }

  private static Finding tooFew(Rule rule, String setting, int connectors, int free) {
    return rule.finding(
        new Found(setting, "leaves %d for %d connectors".formatted(Math.max(0, free), connectors)));
  }
}
