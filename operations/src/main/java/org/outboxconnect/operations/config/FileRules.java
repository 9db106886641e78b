package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;
import static org.outboxconnect.operations.config.Rule.warning;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What can be wrong with any connector file. */
final class FileRules {

  private static final Set<String> DEBEZIUM =
      Set.of("io.debezium.connector.postgresql.PostgresConnector", "PostgresConnector", "Postgres");

  /** For every connector. */
  static final List<Rule> ALWAYS =
      List.of(
          refused("key-doubled")
              .because("only the last value counts, and nobody says so")
              .fix("keep one of the two")
              .seen("JSON parsers, Connect's among them, take the last")
              .when(
                  setup ->
                      setup.file().doubled().stream().map(key -> new Found(key, "occurs twice"))),
          refused("value-not-text")
              .because("Connect takes texts, numbers and booleans only")
              .fix("write the value as text, lists with commas")
              .seen("Connect's REST API maps a config to texts")
              .when(
                  setup ->
                      setup.file().notText().stream()
                          .map(key -> new Found(key, "is null, an array or an object"))),
          refused("secret-in-plain-text")
              .because("the REST API, the config topic and every backup of this file show it")
              .fix("use a config provider: ${dir:/etc/outbox/secrets:db-password}")
              .seen("GET /connectors/{name}/config returns the text as it was sent")
              .when(FileRules::plainSecrets),
          refused("connector-class")
              .because("these rules are about Debezium's PostgreSQL connector")
              .fix("set connector.class=io.debezium.connector.postgresql.PostgresConnector")
              .seen("the outbox is a PostgreSQL table")
              .when(
                  setup ->
                      isDebezium(setup)
                          ? Stream.empty()
                          : Stream.of(setup.found("connector.class"))));

  /** For Debezium's connector. */
  static final List<Rule> KEYS =
      List.of(
          refused("key-renamed")
              .because("this is the name in old versions; 3.7 ignores it and uses the default")
              .fix("use the new name")
              .seen("release notes of Debezium 2.0 and later")
              .when(Keys::renamed),
          refused("key-misspelt")
              .because("Connect ignores it without a word, and the default stays in force")
              .fix("correct it")
              .seen("ConfigDefs of Connect 4.4, Debezium 3.7 and the producer")
              .when(Keys::misspelt),
          warning("key-unknown")
              .because("neither Connect nor Debezium 3.7 reads it, so it has no effect")
              .fix("remove it")
              .seen("ConfigDefs of Connect 4.4, Debezium 3.7 and the producer")
              .when(Keys::strange),
          refused("transform-not-listed")
              .because("a transformation that isn't listed in transforms never runs")
              .fix("add it to transforms, or remove its keys")
              .seen("Connect reads only the listed ones")
              .when(setup -> notListed(setup, "transforms")),
          refused("predicate-not-listed")
              .because("a predicate that isn't listed in predicates doesn't exist")
              .fix("add it to predicates, or remove its keys")
              .seen("Connect reads only the listed ones")
              .when(setup -> notListed(setup, "predicates")),
          refused("topic-group-not-listed")
              .because("a group that isn't listed in topic.creation.groups is ignored")
              .fix("add it to topic.creation.groups, or remove its keys")
              .seen("Connect reads only the listed ones, and default")
              .when(FileRules::groupsNotListed));

  private FileRules() {}

  static boolean isDebezium(Setup setup) {
    return setup.value("connector.class").filter(DEBEZIUM::contains).isPresent();
  }

  private static Stream<Found> plainSecrets(Setup setup) {
    return setup.config().entrySet().stream()
        .filter(entry -> Secrets.isSecret(entry.getKey()))
        .filter(entry -> Secrets.isPlain(entry.getKey(), entry.getValue()))
        .map(entry -> new Found(entry.getKey(), "holds a secret in plain text"));
  }

  private static Stream<Found> notListed(Setup setup, String list) {
    List<String> listed = setup.list(list);
    return aliases(setup, list + ".")
        .filter(alias -> !listed.contains(alias))
        .map(alias -> new Found(list + "." + alias, "is set up, but not listed"));
  }

  private static Stream<Found> groupsNotListed(Setup setup) {
    List<String> listed = setup.list("topic.creation.groups");
    return aliases(setup, "topic.creation.")
        .filter(alias -> !listed.contains(alias) && !Set.of("default", "groups").contains(alias))
        .map(alias -> new Found("topic.creation." + alias, "is set up, but not listed"));
  }

  private static Stream<String> aliases(Setup setup, String prefix) {
    return Step.withPrefix(prefix, setup.config()).keySet().stream()
        .map(key -> key.replaceFirst("\\..*", ""))
        .distinct();
  }
}
