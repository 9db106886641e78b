package org.outboxconnect.operations.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds keys that nobody reads. Connect accepts them without a word. */
final class Keys {

  private static final Map<String, String> RENAMED =
      Map.of(
          "database.server.name", "topic.prefix",
          "table.whitelist", "table.include.list",
          "table.blacklist", "table.exclude.list",
          "schema.whitelist", "schema.include.list",
          "schema.blacklist", "schema.exclude.list",
          "column.whitelist", "column.include.list",
          "column.blacklist", "column.exclude.list",
          "slot.drop_on_stop", "slot.drop.on.stop",
          "sanitize.field.names", "field.name.adjustment.mode");

  /** Handed on to others, or looked at by rules of their own. */
  private static final Pattern OTHERS =
      Pattern.compile(
          "(transforms|predicates|topic\\.creation|(consumer|admin)\\.override"
              + "|(key|value|header)\\.converter|driver|column\\.(mask|truncate))\\..*");

  private static final String PRODUCER = "producer.override.";
  private static final Set<String> KNOWN = known();

  private Keys() {}

  static Stream<Found> renamed(Setup setup) {
    return setup.config().keySet().stream()
        .filter(RENAMED::containsKey)
        .map(key -> new Found(key, "is set", "use %s instead".formatted(RENAMED.get(key))));
  }

  /** Unknown keys that look like a known one. */
  static Stream<Found> misspelt(Setup setup) {
    return unknown(setup)
        .flatMap(
            key ->
                nearest(key)
                    .map(
                        name -> new Found(key, "is no setting", "did you mean %s?".formatted(name)))
                    .stream());
  }

  /** Unknown keys that look like nothing we know. */
  static Stream<Found> strange(Setup setup) {
    return unknown(setup)
        .filter(key -> !key.startsWith("database.")) // handed on to the JDBC driver
        .filter(key -> nearest(key).isEmpty())
        .map(key -> new Found(key, "is no setting that we know"));
  }

  private static Stream<String> unknown(Setup setup) {
    List<String> custom = new ArrayList<>(setup.list("converters"));
    custom.addAll(setup.list("post.processors"));
    return setup.config().keySet().stream()
        .filter(key -> !KNOWN.contains(key) && !RENAMED.containsKey(key))
        .filter(key -> !OTHERS.matcher(key).matches())
        .filter(key -> custom.stream().noneMatch(name -> key.startsWith(name + ".")));
  }

  private static Optional<String> nearest(String key) {
    return Spelling.nearest(key, KNOWN);
  }

  private static Set<String> known() {
    TreeSet<String> keys = new TreeSet<>(KnownKeys.DEBEZIUM.names());
    keys.addAll(KnownKeys.UNDECLARED.names());
    keys.addAll(KnownKeys.CONNECT.names());
    KnownKeys.PRODUCER.names().forEach(key -> keys.add(PRODUCER + key));
    return Collections.unmodifiableSet(keys);
  }
}
