package org.outboxconnect.operations.config;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Logical messages: the heartbeat's, ours, and which prefixes Debezium lets through. */
final class Messages {

  static final String QUERY = "heartbeat.action.query";

  private static final String INCLUDE = "message.prefix.include.list";
  private static final String EXCLUDE = "message.prefix.exclude.list";
  private static final String OURS = "outbox.public.outbox";

  /**
   * A prefix of another program, to see whether a list is open to all. A dot matches no line end.
   */
  private static final String FOREIGN = "some-other\nprogram";

  private static final Pattern EMIT =
      Pattern.compile(
          "(?is)pg_logical_emit_message\\s*\\(\\s*(?:transactional\\s*=>\\s*)?'?(\\w+)'?\\s*,"
              + "\\s*(?:prefix\\s*=>\\s*)?'([^']*)'");

  /** {@code outbox_2_0}: the number of shards, and the shard's own from 0 on. */
  private static final Pattern SHARD = Pattern.compile("(?s).+_(\\d{1,2})_(\\d{1,2})");

  private static final int MOST_SHARDS = 64;

  private static final int LONGEST_PATTERN = 1000;

  private Messages() {}

  /**
   * What the heartbeat query emits.
   *
   * @param transactional the first argument
   * @param prefix the second
   */
  record Heartbeat(boolean transactional, String prefix) {}

  static Optional<Heartbeat> heartbeat(Setup setup) {
    return setup
        .value(QUERY)
        .map(EMIT::matcher)
        .filter(Matcher::find)
        .map(found -> new Heartbeat(isTrue(found.group(1)), found.group(2)));
  }

  private static boolean isTrue(String sql) {
    return sql.equalsIgnoreCase("true") || sql.equalsIgnoreCase("t") || sql.equals("1");
  }

  static Stream<Found> letThrough(Setup setup) {
    return !isUnknown(setup) && passForeign(setup)
        ? Stream.of(setup.found(setup.has(INCLUDE) ? INCLUDE : EXCLUDE))
        : Stream.empty();
  }

  private static boolean passForeign(Setup setup) {
    String heartbeat = heartbeat(setup).map(Heartbeat::prefix).orElse("outbox-heartbeat");
    return passes(setup, heartbeat) || passes(setup, FOREIGN);
  }

  static Stream<Found> unread(Setup setup) {
    boolean reader = setup.chain().has(Step.Role.MESSAGE);
    return reader || isUnknown(setup) || passForeign(setup) || !passes(setup, OURS)
        ? Stream.empty()
        : Stream.of(setup.found(setup.has(INCLUDE) ? INCLUDE : EXCLUDE));
  }

  static Stream<Found> shutOut(Setup setup) {
    return !setup.chain().has(Step.Role.MESSAGE) || isUnknown(setup) || passes(setup, OURS)
        ? Stream.empty()
        : Stream.of(setup.found(setup.has(EXCLUDE) ? EXCLUDE : INCLUDE));
  }

  /** By the names that schema/admin gives to a shard's slot and publication. */
  static Stream<Found> withShards(Setup setup) {
    return !setup.chain().has(Step.Role.MESSAGE)
        ? Stream.empty()
        : Stream.of("slot.name", "publication.name")
            .filter(key -> setup.value(key).filter(Messages::isOfShard).isPresent())
            .map(setup::found)
            .limit(1);
  }

  private static boolean isOfShard(String name) {
    Matcher shard = SHARD.matcher(name);
    if (!shard.matches()) {
      return false;
    }
    int shards = Integer.parseInt(shard.group(1));
    return shards > 1 && shards <= MOST_SHARDS && Integer.parseInt(shard.group(2)) < shards;
  }

  private static boolean isUnknown(Setup setup) {
    return Stream.of(INCLUDE, EXCLUDE)
        .anyMatch(key -> References.isReference(setup.config().getOrDefault(key, "")));
  }

  private static boolean passes(Setup setup, String prefix) {
    return setup.has(INCLUDE)
        ? isListed(setup, INCLUDE, prefix)
        : !isListed(setup, EXCLUDE, prefix);
  }

  private static boolean isListed(Setup setup, String key, String prefix) {
    return setup.list(key).stream().anyMatch(pattern -> matches(pattern, prefix));
  }

  /** Whole and in any case, as Debezium does. What is no pattern, Debezium itself refuses. */
  static boolean matches(String pattern, String text) {
    try {
      return pattern.length() <= LONGEST_PATTERN
          && Pattern.compile(pattern, Pattern.CASE_INSENSITIVE).matcher(text).matches();
    } catch (PatternSyntaxException e) {
      return false;
    }
  }
}
