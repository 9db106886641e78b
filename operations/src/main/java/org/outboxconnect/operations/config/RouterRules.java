package org.outboxconnect.operations.config;

import static org.outboxconnect.operations.config.Rule.refused;
import static org.outboxconnect.operations.config.Rule.warning;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.outboxconnect.operations.config.Step.Role;

/** EventRouter's settings: it checks most of them only when the task starts, or never. */
final class RouterRules {

  private static final String REPLACEMENT = "route.topic.replacement";
  private static final String PLACEMENT = "table.fields.additional.placement";
  private static final String GROUP = "${routedByValue}";

  static final List<Rule> ALL =
      List.of(
          refused("payload-expansion")
              .because(
                  "types are guessed per record: members vanish, the topic changes between object and text,"
                      + " and ordinary payloads fail the task")
              .fix("set table.expand.json.payload=false and value.converter to StringConverter")
              .seen(
                  "measured on Debezium 3.7.0: {\"items\":[{\"price\":10},{\"price\":10.5}]} fails")
              .when(
                  setup -> setup.chain().unless(Role.ROUTER, "table.expand.json.payload", "false")),
          refused("router-key-renamed")
              .because("the key is ignored since 3.6, and a missing column is an error")
              .fix("use table.field.additional.missing=ignore, or leave both out")
              .seen("measured on Debezium 3.7.0, debezium/dbz#1342")
              .when(
                  setup ->
                      setup.chain().at(Role.ROUTER, step -> set(step, OurSteps.OLD_ROUTER_KEY))),
          refused("router-columns")
              .because(
                  "the outbox has id, aggregate_type, aggregate_id and payload; the first event fails")
              .fix("name the columns of the outbox, see connector-configs/outbox-cdc.json")
              .seen("measured on Debezium 3.7.0: \"aggregateid is not a valid field name\"")
              .when(
                  setup ->
                      Stream.of(
                              setup.chain().unless(Role.ROUTER, "table.field.event.id", "id"),
                              setup
                                  .chain()
                                  .unless(Role.ROUTER, "table.field.event.key", "aggregate_id"),
                              setup
                                  .chain()
                                  .unless(Role.ROUTER, "table.field.event.payload", "payload"),
                              setup.chain().unless(Role.ROUTER, "route.by.field", "aggregate_type"))
                          .flatMap(found -> found)),
          refused("router-timestamp")
              .because(
                  "the outbox's times are timestamptz, a text to Debezium, and the first event fails")
              .fix("leave it out; OutboxHeaders can write createdAt: created.at.header=true")
              .seen("measured on Debezium 3.7.0: \"Field 'created_at' is not of type INT64\"")
              .when(
                  setup ->
                      setup
                          .chain()
                          .at(Role.ROUTER, step -> set(step, "table.field.event.timestamp"))),
          refused("router-topic-fixed")
              .because("all aggregate types go to one topic")
              .fix("set route.topic.replacement=${routedByValue}.events")
              .seen("EventRouter's manual")
              .when(
                  setup ->
                      setup
                          .chain()
                          .at(
                              Role.ROUTER,
                              step ->
                                  step
                                      .value(REPLACEMENT)
                                      .filter(pattern -> !pattern.contains(GROUP))
                                      .map(pattern -> step.found(REPLACEMENT))
                                      .stream())),
          warning("router-topic-default")
              .because("topics are called <aggregate_type>.events in the contract and all examples")
              .fix("set route.topic.replacement=${routedByValue}.events")
              .seen("default of EventRouter 3.7.0")
              .when(
                  setup ->
                      setup
                          .chain()
                          .at(
                              Role.ROUTER,
                              step ->
                                  step.settings().containsKey(REPLACEMENT)
                                      ? Stream.empty()
                                      : Stream.of(step.found(REPLACEMENT)))),
          refused("router-regex")
              .because("a value that doesn't match becomes the name of the topic as it is")
              .fix("leave route.topic.regex out")
              .seen("measured on Debezium 3.7.0")
              .when(
                  setup ->
                      setup
                          .chain()
                          .unless(
                              Role.ROUTER, "route.topic.regex", "(?<routedByValue>.*)", "(.*)")),
          refused("router-placement")
              .because(
                  "OutboxHeaders writes the headers already; as envelope or partition it changes the record,"
                      + " and a misspelt place is a NullPointerException at the first event")
              .fix("remove table.fields.additional.placement")
              .seen("measured on Debezium 3.7.0, DBZ-7142")
              .when(setup -> setup.chain().at(Role.ROUTER, RouterRules::placements)),
          warning("router-drops-updates")
              .because("an update of an event is dropped with a line in the log")
              .fix("set table.op.invalid.behavior=fatal")
              .seen("default of EventRouter 3.7.0")
              .when(
                  setup -> setup.chain().unless(Role.ROUTER, "table.op.invalid.behavior", "fatal")),
          refused("router-tracing")
              .because("it begins a new trace and writes it over the event's traceparent")
              .fix("leave tracing.span.context.field out")
              .seen("measured on Debezium 3.6.1")
              .when(
                  setup ->
                      setup
                          .chain()
                          .at(
                              Role.ROUTER,
                              step ->
                                  Stream.of(
                                          "tracing.span.context.field",
                                          "tracing.with.context.field.only")
                                      .filter(key -> traces(step, key))
                                      .map(step::found))),
          warning("router-tombstones")
              .because(
                  "a payload of blanks becomes a tombstone, which consumers read as a deletion")
              .fix("leave route.tombstone.on.empty.payload out")
              .seen("measured on Debezium 3.7.0")
              .when(
                  setup ->
                      setup
                          .chain()
                          .unless(Role.ROUTER, "route.tombstone.on.empty.payload", "false")));

  private RouterRules() {}

  private static Stream<Found> set(Step step, String setting) {
    return step.settings().containsKey(setting) ? Stream.of(step.found(setting)) : Stream.empty();
  }

  private static boolean traces(Step step, String key) {
    String value = step.settings().get(key);
    return value != null
        && (key.equals("tracing.span.context.field")
            ? !value.equals("tracingspancontext")
            : value.equalsIgnoreCase("false"));
  }

  private static Stream<Found> placements(Step step) {
    return step.value(PLACEMENT).stream()
        .flatMap(value -> Arrays.stream(value.split(",")))
        .map(String::strip)
        .filter(part -> !part.isEmpty())
        .limit(1)
        .map(part -> step.found(PLACEMENT));
  }
}
