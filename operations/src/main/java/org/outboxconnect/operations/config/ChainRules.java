package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;
import static org.outboxconnect.operations.config.Rule.warning;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.outboxconnect.operations.config.Step.Role;

/** Which transformations there are, in which order, and behind which predicate. */
final class ChainRules {

  private static final List<String> OUR_PREDICATE =
      List.of("org.outboxconnect.smt.IsOutboxInsert", "IsOutboxInsert");

  /** What must not stand in the chain, and why; by the simple name. */
  private static final Map<String, String> HARMFUL =
      Map.of(
          "ExtractNewRecordState", "takes the envelope away by which the others know an event",
          "DecodeLogicalDecodingMessageContent",
              "fails on one foreign message, and guesses types from the JSON",
          "ActivateTracingSpan", "begins a new trace and writes it over the event's traceparent",
          "ByLogicalTableRouter", "renames the topic and the record's schema");

  static final List<Rule> ALL =
      List.of(
          refused("router-missing")
              .because("rows reach Kafka as change records, on one topic, keyed by id")
              .fix("add io.debezium.transforms.outbox.EventRouter as the last one")
              .seen("the contract of the events")
              .when(setup -> missing(setup, Role.ROUTER)),
          refused("headers-missing")
              .because(
                  "eventId, eventType, traceparent and the event's own headers don't reach Kafka")
              .fix("add org.outboxconnect.smt.OutboxHeaders before EventRouter")
              .seen("EventRouter writes id alone")
              .when(setup -> missing(setup, Role.HEADERS)),
          warning("guard-missing")
              .because("a row that Kafka can't take fails late, and without its id in the message")
              .fix("add org.outboxconnect.smt.OutboxGuard before OutboxHeaders")
              .seen("EventRouter checks neither topic nor size, measured on 3.7.0")
              .when(setup -> missing(setup, Role.GUARD)),
          refused("transform-without-type")
              .because("Connect refuses the file")
              .fix("set its type, or take it off the list")
              .seen("Connect's manual")
              .when(
                  setup ->
                      setup.chain().steps().stream()
                          .filter(step -> step.type().isEmpty())
                          .map(step -> step.found("type"))),
          refused("chain-order")
              .because("each takes away, or needs, what another one adds")
              .fix("list them as OutboxMessage, OutboxGuard, OutboxHeaders, EventRouter")
              .seen("EventRouter removes the columns, so it comes last")
              .when(ChainRules::order),
          refused("transform-harmful")
              .because("the chain of the outbox then gives other records")
              .fix("take it out of the chain")
              .seen("manuals of these transformations; the decoder measured on Debezium 3.7.0")
              .when(ChainRules::harmful),
          warning("transform-unknown")
              .because("nobody can say from here whether it leaves outbox events as they are")
              .fix("let it run behind a predicate that excludes events, or on another connector")
              .seen("the chain was tested with our transformations and EventRouter only")
              .when(
                  setup ->
                      setup.chain().steps().stream()
                          .filter(step -> step.role().isEmpty() && !step.type().isEmpty())
                          .filter(step -> !HARMFUL.containsKey(simpleName(step.type())))
                          .map(step -> step.found("type"))),
          warning("transform-after-router")
              .because("it gets what EventRouter makes: the header id twice after a retry")
              .fix("put EventRouter last")
              .seen("measured on Debezium 3.7.0")
              .when(ChainRules::afterRouter),
          refused("predicate-missing")
              .because(
                  "heartbeats and foreign records go into it, and one foreign row stops the task")
              .fix(
                  "set predicates.isOutboxInsert.type=org.outboxconnect.smt.IsOutboxInsert and use it")
              .seen("EventRouter on another table, measured on 3.7.0")
              .when(
                  setup ->
                      behind(setup, step -> !step.settings().containsKey("predicate"))
                          .map(step -> new Found(step.key("predicate"), "is not set"))),
          refused("predicate-by-topic")
              .because(
                  "with a name that no longer fits, every event goes to the raw topic, task RUNNING")
              .fix("use org.outboxconnect.smt.IsOutboxInsert, which knows a row by its columns")
              .seen("measured on Debezium 3.7.0")
              .when(setup -> behindPredicate(setup, type -> type.endsWith("TopicNameMatches"))),
          refused("predicate-other")
              .because("it isn't known to take outbox inserts and nothing else")
              .fix("use org.outboxconnect.smt.IsOutboxInsert")
              .seen("the chain was tested with our predicate only")
              .when(
                  setup ->
                      behindPredicate(
                          setup,
                          type ->
                              !OUR_PREDICATE.contains(type) && !type.endsWith("TopicNameMatches"))),
          refused("predicate-negated")
              .because("it then runs for everything but outbox events")
              .fix("remove negate")
              .seen("Connect's manual")
              .when(
                  setup ->
                      behind(
                              setup,
                              step ->
                                  step.value("negate").filter("true"::equalsIgnoreCase).isPresent())
                          .map(step -> step.found("negate"))),
          refused("predicate-hides")
              .because("it has to see invalid messages and changes that are no inserts, too")
              .fix("remove the predicate of OutboxGuard and OutboxMessage")
              .seen("the contract of the guard")
              .when(
                  setup ->
                      Stream.of(Role.MESSAGE, Role.GUARD)
                          .flatMap(role -> setup.chain().first(role).stream())
                          .filter(step -> step.settings().containsKey("predicate"))
                          .map(step -> step.found("predicate"))));

  private ChainRules() {}

  private static Stream<Found> missing(Setup setup, Role role) {
    return setup.chain().has(role)
        ? Stream.empty()
        : Stream.of(
            new Found(
                "transforms",
                "is %s, without %s".formatted(setup.chain().aliases(), role.simpleName())));
  }

  private static Stream<Found> order(Setup setup) {
    List<Role> roles =
        setup.chain().steps().stream().flatMap(step -> step.role().stream()).toList();
    return roles.equals(roles.stream().sorted().toList())
        ? Stream.empty()
        : Stream.of(
            new Found(
                "transforms",
                "lists " + roles.stream().map(Role::simpleName).toList() + " in this order"));
  }

  private static Stream<Found> harmful(Setup setup) {
    return setup.chain().steps().stream()
        .filter(step -> HARMFUL.containsKey(simpleName(step.type())))
        .map(
            step ->
                new Found(
                    step.key("type"),
                    "is [%s], which %s"
                        .formatted(simpleName(step.type()), HARMFUL.get(simpleName(step.type())))));
  }

  private static Stream<Found> afterRouter(Setup setup) {
    List<Step> steps = setup.chain().steps();
    int router = setup.chain().first(Role.ROUTER).map(steps::indexOf).orElse(steps.size() - 1);
    return steps.stream()
        .skip(router + 1L)
        .filter(step -> step.role().isEmpty())
        .map(step -> step.found("type"));
  }

  /** The steps that belong behind our predicate. */
  private static Stream<Step> behind(Setup setup, Function<Step, Boolean> wanted) {
    return Stream.of(Role.HEADERS, Role.ROUTER)
        .flatMap(role -> setup.chain().first(role).stream())
        .filter(wanted::apply);
  }

  private static Stream<Found> behindPredicate(Setup setup, Function<String, Boolean> bad) {
    return behind(setup, step -> predicateType(setup, step).filter(bad::apply).isPresent())
        .map(
            step ->
                new Found(
                    step.key("predicate"),
                    "is a %s".formatted(simpleName(predicateType(setup, step).orElse("")))));
  }

  private static Optional<String> predicateType(Setup setup, Step step) {
    return step.value("predicate").map(name -> typeOf(setup, name));
  }

  private static String typeOf(Setup setup, String predicate) {
    return setup.value("predicates." + predicate + ".type").orElse("predicate without a type");
  }

  private static String simpleName(String type) {
    return type.substring(type.lastIndexOf('.') + 1).replace("$Value", "").replace("$Key", "");
  }
}
