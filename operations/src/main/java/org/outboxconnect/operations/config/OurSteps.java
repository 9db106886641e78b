package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.outboxconnect.operations.config.Step.Role;

/**
 * What our transformations check when the task starts. Connect's validation sees one key at a time,
 * so a breach between keys shows only as a FAILED task.
 */
final class OurSteps {

  static final String OLD_ROUTER_KEY = "table.fields.additional.error.on.missing";

  private static final Set<String> FROM_CONNECT =
      Set.of("type", "predicate", "negate", "plugin.version");

  private static final List<String> SHARED =
      List.of("headers.include", "headers.exclude", "created.at.header");

  private static final Pattern TOPIC = Pattern.compile("(?!\\.{1,2}$)[a-zA-Z0-9._-]{1,249}");
  private static final Set<String> KAFKAS_OWN =
      Set.of(
          "__consumer_offsets", "__transaction_state", "__share_group_state", "__cluster_metadata");
  private static final Pattern RESERVED =
      Pattern.compile("id|eventId|eventType|createdAt|(__debezium|__connect).*");
  private static final String TYPE = "${aggregate_type}";

  static final List<Rule> ALL =
      List.of(
          refused("transform-key-unknown")
              .because("ours fail the task for it, EventRouter ignores it and uses the default")
              .fix("remove it, or correct it")
              .seen("EventRouter's ConfigDef and ours")
              .when(OurSteps::unknownKeys),
          refused("predicate-key-unknown")
              .because("IsOutboxInsert has no settings, and the task fails")
              .fix("remove it")
              .seen("its ConfigDef")
              .when(OurSteps::predicateKeys),
          refused("transform-value")
              .because("the task can't start")
              .fix("see docs/reference for what it takes")
              .seen("the validators of our transformations")
              .when(OurSteps::values),
          refused("guard-quarantine-topic")
              .because("quarantined events would lie between those of an aggregate type")
              .fix("choose another quarantine.topic")
              .seen("the guard's check of its topics")
              .when(OurSteps::quarantineTopic),
          refused("guard-topic-impossible")
              .because("the task can't start: no event of the type could be sent")
              .fix("choose another topic.pattern, or take the type out of aggregate.types")
              .seen("the guard's check of its topics")
              .when(OurSteps::impossibleTopic),
          refused("guard-headers-differ")
              .because(
                  "the guard measures records that OutboxHeaders doesn't write, so the limit is wrong")
              .fix(
                  "give guard and headers the same headers.include, headers.exclude, created.at.header")
              .seen("the contract of the guard")
              .when(OurSteps::headersDiffer),
          refused("guard-topic-differs")
              .because("the guard checks topics that EventRouter doesn't write to")
              .fix("let topic.pattern and route.topic.replacement say the same")
              .seen("the contract of the guard")
              .when(OurSteps::topicDiffers));

  private OurSteps() {}

  private static Stream<Found> unknownKeys(Setup setup) {
    return setup.chain().steps().stream()
        .flatMap(step -> step.role().stream().flatMap(role -> unknown(step, role.keys().names())));
  }

  private static Stream<Found> unknown(Step step, Collection<String> known) {
    return step.settings().keySet().stream()
        .filter(key -> !known.contains(key) && !FROM_CONNECT.contains(key))
        .filter(key -> !key.equals(OLD_ROUTER_KEY))
        .map(key -> new Found(step.key(key), "is no setting of " + step.type(), hint(key, known)));
  }

  private static Optional<String> hint(String key, Collection<String> known) {
    return Spelling.nearest(key, known).map("did you mean %s?"::formatted);
  }

  private static Stream<Found> predicateKeys(Setup setup) {
    return setup.list("predicates").stream()
        .map(name -> "predicates." + name + ".")
        .filter(prefix -> setup.value(prefix + "type").orElse("").endsWith("IsOutboxInsert"))
        .flatMap(
            prefix ->
                Step.withPrefix(prefix, setup.config()).keySet().stream()
                    .filter(key -> !FROM_CONNECT.contains(key))
                    .map(key -> new Found(prefix + key, "is no setting of IsOutboxInsert")));
  }

  private static Stream<Found> values(Setup setup) {
    return Stream.of(Role.GUARD, Role.HEADERS)
        .flatMap(role -> setup.chain().first(role).stream())
        .flatMap(
            step ->
                Stream.of(
                        wrong(step, "on.violation", Set.of("fail", "quarantine")::contains),
                        wrong(step, "created.at.header", OurSteps::isBoolean),
                        wrong(step, "payload.max.bytes", OurSteps::isLimit),
                        wrong(step, "quarantine.topic", OurSteps::isTopic),
                        wrong(step, "topic.pattern", OurSteps::isTopicPattern),
                        wrong(step, "headers.include", OurSteps::areFreeNames),
                        wrong(step, "aggregate.types", types -> areTypes(types, step)))
                    .flatMap(found -> found));
  }

  private static Stream<Found> wrong(Step step, String setting, Predicate<String> good) {
    return step.settings().containsKey(setting)
        ? step.value(setting).filter(good.negate()).map(value -> step.found(setting)).stream()
        : Stream.empty();
  }

  private static boolean isBoolean(String value) {
    return value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
  }

  /** At least what a quarantined record needs. */
  private static boolean isLimit(String value) {
    OptionalLong number = Setup.parse(value);
    return number.isPresent()
        && number.getAsLong() >= 4_096
        && number.getAsLong() <= Integer.MAX_VALUE;
  }

  private static boolean isTopic(String name) {
    return TOPIC.matcher(name).matches() && !isKafkasOwn(name);
  }

  private static boolean isKafkasOwn(String topic) {
    return KAFKAS_OWN.contains(metricName(topic));
  }

  private static boolean isTopicPattern(String pattern) {
    return isTopic(pattern.replace(TYPE, "x"));
  }

  private static boolean areFreeNames(String names) {
    return Setup.split(names).stream().noneMatch(name -> RESERVED.matcher(name).matches());
  }

  /** Legal, and no two whose topics Kafka takes for the same. */
  private static boolean areTypes(String types, Step guard) {
    String pattern = guard.value("topic.pattern").orElse(""); // a reference: can't be judged
    Map<String, String> seen = new HashMap<>();
    return Setup.split(types).stream()
        .allMatch(
            type -> {
              String topic = pattern.replace(TYPE, type);
              String other = seen.putIfAbsent(metricName(topic), topic);
              return TOPIC.matcher(type).matches() && (other == null || other.equals(topic));
            });
  }

  private static String metricName(String topic) {
    return topic.replace('.', '_');
  }

  private static Stream<Found> quarantineTopic(Setup setup) {
    Optional<Step> guard = setup.chain().first(Role.GUARD);
    String quarantine = guard.flatMap(step -> step.value("quarantine.topic")).orElse("");
    Optional<String> pattern = guard.flatMap(step -> step.value("topic.pattern"));
    return guard.flatMap(step -> step.value("aggregate.types")).stream()
        .flatMap(types -> Setup.split(types).stream())
        .filter(
            type ->
                pattern
                    .map(topics -> metricName(topics.replace(TYPE, type)))
                    .filter(metricName(quarantine)::equals)
                    .isPresent())
        .limit(1)
        .map(
            type ->
                new Found(
                    guard.orElseThrow().key("quarantine.topic"), "is the topic of a listed type"));
  }

  private static Stream<Found> impossibleTopic(Setup setup) {
    Optional<Step> guard = setup.chain().first(Role.GUARD);
    String pattern = guard.flatMap(step -> step.value("topic.pattern")).orElse(TYPE);
    return guard.flatMap(step -> step.value("aggregate.types")).stream()
        .flatMap(types -> Setup.split(types).stream())
        .filter(type -> TOPIC.matcher(type).matches()) // others are refused by themselves
        .filter(type -> !isTopic(pattern.replace(TYPE, type)))
        .limit(1)
        .map(
            type ->
                new Found(
                    guard.orElseThrow().key("aggregate.types"),
                    "has [%s], whose topic Kafka can't have".formatted(type)));
  }

  private static Stream<Found> headersDiffer(Setup setup) {
    Optional<Step> guard = setup.chain().first(Role.GUARD);
    Optional<Step> headers = setup.chain().first(Role.HEADERS);
    if (guard.isEmpty() || headers.isEmpty()) {
      return Stream.empty();
    }
    return SHARED.stream()
        .filter(key -> !names(guard.get(), key).equals(names(headers.get(), key)))
        .map(key -> new Found(guard.get().key(key), "differs from " + headers.get().key(key)));
  }

  private static Set<String> names(Step step, String key) {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(Setup.split(step.value(key).orElse("")));
    return names;
  }

  private static Stream<Found> topicDiffers(Setup setup) {
    Optional<Step> guard = setup.chain().first(Role.GUARD);
    Optional<String> pattern = guard.flatMap(step -> step.value("topic.pattern"));
    Optional<String> router =
        setup
            .chain()
            .first(Role.ROUTER)
            .flatMap(step -> step.value("route.topic.replacement"))
            .map(replacement -> replacement.replace("${routedByValue}", TYPE));
    return pattern.isEmpty() || router.isEmpty() || pattern.equals(router)
        ? Stream.empty()
        : Stream.of(
            new Found(
                guard.orElseThrow().key("topic.pattern"),
                "gives other topics than EventRouter's route.topic.replacement"));
  }
}
