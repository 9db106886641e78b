package org.outboxconnect.monitor.metrics;

import io.prometheus.metrics.model.registry.MetricType;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot;
import io.prometheus.metrics.model.snapshots.StateSetSnapshot.StateSetDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The metrics about things of one kind, which have their labels in common. What is measured is left
 * out while a thing is stale or the value unknown; states stay with their last value, so that an
 * alert about a lost slot doesn't end when the server goes down.
 *
 * @param <T> kind of thing
 */
final class Group<T> {

  private final List<String> labels;
  private final Function<T, List<String>> labelValues;
  private final Predicate<T> stale;
  private final List<Metric<T>> metrics = new ArrayList<>();

  /** A value of a thing; null if it is unknown. */
  @FunctionalInterface
  interface Value<T> {

    @Nullable Number of(T thing);
  }

  /** The state that a thing is in; null if it is in none. */
  @FunctionalInterface
  interface State<T> {

    @Nullable String of(T thing);
  }

  Group(List<String> labels, Function<T, List<String>> labelValues, Predicate<T> stale) {
    this.labels = List.copyOf(labels);
    this.labelValues = labelValues;
    this.stale = stale;
  }

  /** A measured value. */
  Group<T> gauge(String name, @Nullable Unit unit, String help, Value<T> value) {
    return gauge(family(MetricType.GAUGE, name, unit, help, false), value);
  }

  /** A value that stays as it was last known. */
  Group<T> lasting(String name, @Nullable Unit unit, String help, Value<T> value) {
    return gauge(family(MetricType.GAUGE, name, unit, help, true), value);
  }

  private Group<T> gauge(Family family, Value<T> value) {
    return add(
        family,
        things ->
            new GaugeSnapshot(
                family.metadata(),
                points(
                    family,
                    things,
                    value,
                    (labelled, number) ->
                        new GaugeDataPointSnapshot(number.doubleValue(), labelled, null))));
  }

  /** A count of what the monitor or Connect did: stays. */
  Group<T> lastingCounter(String name, String help, Value<T> value) {
    return counter(family(MetricType.COUNTER, name, null, help, true), value);
  }

  /** A count that the server keeps. */
  Group<T> counter(String name, @Nullable Unit unit, String help, Value<T> value) {
    return counter(family(MetricType.COUNTER, name, unit, help, false), value);
  }

  private Group<T> counter(Family family, Value<T> value) {
    return add(
        family,
        things ->
            new CounterSnapshot(
                family.metadata(),
                points(
                    family,
                    things,
                    value,
                    (labelled, number) ->
                        new CounterDataPointSnapshot(number.doubleValue(), labelled, null, 0))));
  }

  /** All states, 1 for the one that a thing is in and 0 for the others. */
  Group<T> states(String name, String help, List<String> states, State<T> state) {
    Family family = family(MetricType.STATESET, name, null, help, true);
    return add(
        family,
        things ->
            new StateSetSnapshot(
                family.metadata(),
                things.entrySet().stream()
                    .map(thing -> states(thing.getKey(), states, state.of(thing.getValue())))
                    .toList()));
  }

  private static StateSetDataPointSnapshot states(
      Labels labels, List<String> states, @Nullable String current) {
    boolean[] values = new boolean[states.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = states.get(i).equals(current);
    }
    return new StateSetDataPointSnapshot(states.toArray(String[]::new), values, labels);
  }

  /** Facts as further labels; none for a thing of which they aren't known. */
  Group<T> info(String name, String help, List<String> facts, Function<T, List<String>> values) {
    Family family =
        new Family(
            name,
            MetricType.INFO,
            null,
            help,
            Stream.concat(labels.stream(), facts.stream()).toList(),
            true);
    return add(
        family,
        things ->
            new InfoSnapshot(
                family.metadata(),
                things.entrySet().stream()
                    .filter(thing -> !values.apply(thing.getValue()).isEmpty())
                    .map(thing -> thing.getKey().merge(of(facts, values.apply(thing.getValue()))))
                    .map(InfoDataPointSnapshot::new)
                    .toList()));
  }

  private Family family(
      MetricType type, String name, @Nullable Unit unit, String help, boolean lasting) {
    Stream<String> own = type == MetricType.STATESET ? Stream.of(name) : Stream.empty();
    return new Family(
        name, type, unit, help, Stream.concat(labels.stream(), own).toList(), lasting);
  }

  private Group<T> add(Family family, Metric.Series<T> series) {
    metrics.add(new Metric<>(family, series));
    return this;
  }

  private <P> List<P> points(
      Family family, Map<Labels, T> things, Value<T> value, BiFunction<Labels, Number, P> point) {
    List<P> points = new ArrayList<>();
    things.forEach(
        (labelled, thing) -> {
          Number number = !family.lasting() && stale.test(thing) ? null : value.of(thing);
          if (number != null) {
            points.add(point.apply(labelled, number));
          }
        });
    return points;
  }

  /** What is promised about each metric, in the order of definition. */
  List<Family> families() {
    return metrics.stream().map(Metric::family).toList();
  }

  /** The series of all things; of two with the same labels the first counts. */
  List<MetricSnapshot> snapshots(List<T> things) {
    Map<Labels, T> labelled = new LinkedHashMap<>();
    things.forEach(thing -> labelled.putIfAbsent(of(labels, labelValues.apply(thing)), thing));
    return metrics.stream().map(metric -> metric.series().of(labelled)).toList();
  }

  private static Labels of(List<String> names, List<String> values) {
    return Labels.of(names, values);
  }
}
