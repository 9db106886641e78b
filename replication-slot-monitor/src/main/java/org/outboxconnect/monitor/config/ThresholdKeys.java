package org.outboxconnect.monitor.config;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.outboxconnect.monitor.config.Entry.Group;
import org.outboxconnect.monitor.config.Entry.Scalar;
import org.outboxconnect.monitor.verdict.Thresholds;

/** A setting for each threshold, so that none can be forgotten. */
final class ThresholdKeys {

  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry("silentWarning", "A connected consumer says nothing for so long: warning."),
          Map.entry("silentCritical", "The same, critical."),
          Map.entry(
              "inactiveWarning",
              "Nobody uses the slot for so long while retained bytes grow: warning."),
          Map.entry("inactiveCritical", "The same, critical."),
          Map.entry("waitingCritical", "Events that nobody takes have waited for so long."),
          Map.entry(
              "confirmFlat",
              "Nothing was confirmed for so long; Connect commits offsets once a minute by"
                  + " default, so that less than three is noise."),
          Map.entry(
              "transactionWarning", "An open transaction that pins WAL has this age: warning."),
          Map.entry("giantInfo", "A large transaction has been decoded for so long: info."),
          Map.entry("giantWarning", "The same, warning."),
          Map.entry("trendWindow", "Over how long something must grow to be called growing."),
          Map.entry(
              "shortestTrend",
              "The same for a slot with little time left: half of what is left, but no less than"
                  + " this."),
          Map.entry("gapFor", "How long a slot must be ahead of Connect's offsets: one flush."),
          Map.entry("exhaustionCritical", "Time to exhaustion below which it is critical."),
          Map.entry("exhaustionWarning", "Time to exhaustion below which it is a warning."),
          Map.entry("retainedWarningBytes", "Retained bytes where no limit is known: warning."),
          Map.entry("horizonWarning", "Age of the catalog horizon in transactions: warning."),
          Map.entry("horizonCritical", "The same, critical."),
          Map.entry("checkpointStalled", "Age of the last checkpoint in `checkpoint_timeout`s."),
          Map.entry(
              "roleChangeGrace",
              "How long after a failover or a restore an expected slot may be missing."),
          Map.entry(
              "unusedWarning",
              "Nobody uses the slot for so long while Kafka Connect calls its task running."));

  static final Group GROUP =
      new Group(
          "thresholds",
          false,
          Arrays.stream(Thresholds.class.getRecordComponents())
              .<Entry>map(ThresholdKeys::key)
              .toList(),
          "Where verdicts begin. The defaults were chosen to stay silent in healthy operation.");

  private ThresholdKeys() {}

  private static Scalar<?> key(RecordComponent component) {
    String name = nameOf(component);
    String meaning = MEANINGS.getOrDefault(component.getName(), "");
    Object byDefault = valueOf(component, Thresholds.DEFAULTS);
    if (byDefault instanceof Duration time) {
      return Scalar.withDefault(name, Shapes.duration("1s", "365d"), Durations.text(time), meaning);
    }
    boolean bytes = component.getName().endsWith("Bytes");
    return bytes
        ? Scalar.withDefault(name, Shapes.size(), Sizes.text((Long) byDefault), meaning)
        : Scalar.withDefault(
            name, Shapes.number(1, Integer.MAX_VALUE), byDefault.toString(), meaning);
  }

  private static String nameOf(RecordComponent component) {
    return component.getName().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  private static Object valueOf(RecordComponent component, Thresholds thresholds) {
    try {
      return requireNonNull(component.getAccessor().invoke(thresholds));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static Thresholds read(Section section) {
    RecordComponent[] components = Thresholds.class.getRecordComponents();
    List<Entry> keys = GROUP.entries();
    Object[] values = new Object[components.length];
    for (int index = 0; index < values.length; index++) {
      Object value = section.get((Scalar<?>) keys.get(index));
      boolean small = components[index].getType() == int.class;
      values[index] = small ? Math.toIntExact((Long) value) : value;
    }
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return Thresholds.class.getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
