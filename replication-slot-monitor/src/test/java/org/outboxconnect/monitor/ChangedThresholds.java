package org.outboxconnect.monitor;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.outboxconnect.monitor.verdict.Thresholds;

/** The usual thresholds with one of them changed, chosen by its name. */
public final class ChangedThresholds {

  private ChangedThresholds() {}

  /** Names of all thresholds. */
  public static List<String> names() {
    return Arrays.stream(Thresholds.class.getRecordComponents())
        .map(RecordComponent::getName)
        .toList();
  }

  /** The value that counts unless told otherwise. */
  public static Object usual(String name) {
    return value(component(name));
  }

  public static Thresholds with(String name, Object value) {
    return with(name, usual -> value);
  }

  public static Thresholds with(String name, UnaryOperator<Object> change) {
    component(name); // there is one
    RecordComponent[] all = Thresholds.class.getRecordComponents();
    Object[] values =
        Arrays.stream(all)
            .map(each -> each.getName().equals(name) ? change.apply(value(each)) : value(each))
            .toArray();
    Class<?>[] types = Arrays.stream(all).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return Thresholds.class.getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }

  private static RecordComponent component(String name) {
    return Arrays.stream(Thresholds.class.getRecordComponents())
        .filter(each -> each.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No threshold " + name));
  }

  private static Object value(RecordComponent component) {
    try {
      return component.getAccessor().invoke(Thresholds.DEFAULTS);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }
}
