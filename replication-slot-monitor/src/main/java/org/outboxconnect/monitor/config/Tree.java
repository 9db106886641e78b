package org.outboxconnect.monitor.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings as they were read: maps by text, lists and texts. A step is the name of a key or, in a
 * list, a number.
 */
final class Tree {

  private Tree() {}

  /** As in messages, for example {@code servers[0].url}. */
  static String path(List<Object> steps) {
    StringBuilder path = new StringBuilder();
    for (Object step : steps) {
      if (step instanceof Integer index) {
        path.append('[').append(index).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step);
      }
    }
    return path.toString();
  }

  static @Nullable Object find(@Nullable Object node, List<Object> steps) {
    Object found = node;
    for (Object step : steps) {
      found = child(found, step);
    }
    return found;
  }

  private static @Nullable Object child(@Nullable Object node, Object step) {
    if (node instanceof Map<?, ?> group) {
      return group.get(step);
    }
    if (node instanceof List<?> list && step instanceof Integer index) {
      return index < list.size() ? list.get(index) : null;
    }
    return null;
  }

  /**
   * Puts a text where the steps lead, and makes groups and lists on the way. Leaves a tree alone
   * that has something else there, which is reported when it is read.
   *
   * @return what is wrong with a number, if it would leave a gap in its list
   */
  static Optional<String> put(Map<String, Object> tree, List<Object> steps, String text) {
    Object node = tree;
    for (int index = 0; index < steps.size(); index++) {
      boolean last = index == steps.size() - 1;
      Object next = last ? text : child(node, steps.get(index));
      if (next == null) {
        next = steps.get(index + 1) instanceof Integer ? new ArrayList<>() : new LinkedHashMap<>();
      }
      Optional<String> gap = set(node, steps.get(index), next);
      if (gap.isPresent()) {
        return gap;
      }
      node = next;
    }
    return Optional.empty();
  }

  @SuppressWarnings("unchecked") // the reader of the file makes nothing else
  private static Optional<String> set(Object node, Object step, Object value) {
    if (node instanceof Map<?, ?> group && step instanceof String name) {
      ((Map<String, Object>) group).put(name, value);
    } else if (node instanceof List<?> list && step instanceof Integer index) {
      return setItem((List<Object>) list, index, value);
    }
    return Optional.empty();
  }

  private static Optional<String> setItem(List<Object> list, int index, Object value) {
    if (index > list.size()) {
      return Optional.of("number %d after %d items".formatted(index, list.size()));
    }
    if (index == list.size()) {
      list.add(value);
    } else {
      list.set(index, value);
    }
    return Optional.empty();
  }
}
