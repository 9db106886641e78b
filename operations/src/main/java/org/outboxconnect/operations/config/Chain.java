package org.outboxconnect.operations.config;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The transformations of a connector.
 *
 * @param steps in the order in which they see a record
 */
record Chain(List<Step> steps) {

  Chain {
    steps = List.copyOf(steps);
  }

  static Chain of(Map<String, String> config) {
    return new Chain(
        Setup.split(config.getOrDefault("transforms", "")).stream()
            .map(alias -> Step.of(alias, config))
            .toList());
  }

  Optional<Step> first(Step.Role role) {
    return steps.stream().filter(step -> step.is(role)).findFirst();
  }

  boolean has(Step.Role role) {
    return first(role).isPresent();
  }

  /** Looks at the step of this role, if there is one. */
  Stream<Found> at(Step.Role role, Function<Step, Stream<Found>> search) {
    return first(role).stream().flatMap(search);
  }

  /** Finds a setting of a role whose value, or default, is none of the good ones. */
  Stream<Found> unless(Step.Role role, String setting, String... good) {
    return at(
        role,
        step ->
            step
                .value(setting)
                .filter(value -> Arrays.stream(good).noneMatch(value::equalsIgnoreCase))
                .map(value -> step.found(setting))
                .stream());
  }

  List<String> aliases() {
    return steps.stream().map(Step::alias).toList();
  }
}
