package org.outboxconnect.monitor.config;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.Entry.Group;
import org.outboxconnect.monitor.config.Entry.Scalar;
import org.outboxconnect.monitor.config.Entry.Values;

/**
 * The settings of one group. What can't be read is reported, and something of the same type stands
 * in for it, so that all problems are found at once.
 */
final class Section {

  private static final String NOTHING = "nothing";

  private final String path;
  private final Map<?, ?> tree;
  private final Problems problems;

  private Section(String path, Map<?, ?> tree, Problems problems) {
    this.path = path;
    this.tree = tree;
    this.problems = problems;
  }

  /** Reports the keys that the group doesn't have. */
  static Section of(Group group, String path, @Nullable Object node, Problems problems) {
    Section section = new Section(path, mapping(path, node, problems), problems);
    section.tree.keySet().stream()
        .filter(key -> !(key instanceof String name) || group.entry(name).isEmpty())
        .forEach(key -> section.unknown(key, group));
    return section;
  }

  private static Map<?, ?> mapping(String path, @Nullable Object node, Problems problems) {
    if (node instanceof Map<?, ?> mapping) {
      return mapping;
    }
    if (node != null && !node.equals("")) { // all that stood below may be commented out
      problems.add(path, "keys with values", kind(node), "write key: value below it");
    }
    return Map.of();
  }

  private void unknown(Object key, Group group) {
    List<String> known = group.entries().stream().map(Entry::name).toList();
    String hint =
        Nearest.to(String.valueOf(key), known)
            .map(name -> "did you mean %s?".formatted(name))
            .orElse("known here: " + String.join(", ", known));
    String name = key instanceof String text ? Problems.shown(text) : kind(key);
    problems.add(below(name), "a known key", "an unknown one", hint);
  }

  String path() {
    return path;
  }

  String pathOf(Entry entry) {
    return below(entry.name());
  }

  private String below(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  boolean has(Entry entry) {
    return tree.containsKey(entry.name());
  }

  /** Tells whether an entry is missing, or says nothing. */
  boolean isEmpty(Entry entry) {
    Object node = tree.get(entry.name());
    return node == null || node.equals("") || node.equals(List.of());
  }

  /** A value that is there, by default at least. */
  <T> T get(Scalar<T> key) {
    T found = find(key);
    return found == null ? key.shape().standIn() : found;
  }

  /** A value that need not be there. */
  <T> @Nullable T find(Scalar<T> key) {
    if (has(key)) {
      return parsed(pathOf(key), tree.get(key.name()), key.shape());
    }
    String fallback = key.fallback();
    if (fallback != null) {
      return requireNonNull(key.shape().parser().apply(fallback), fallback);
    }
    if (key.required()) {
      problem(key, key.shape().expected(), NOTHING, "add it");
    }
    return null;
  }

  <T> List<T> all(Values<T> values) {
    if (values.required() && isEmpty(values)) {
      problem(values, "at least one", NOTHING, "add it");
    }
    if (!has(values)) {
      return values.fallback().stream()
          .map(text -> requireNonNull(values.shape().parser().apply(text), text))
          .toList();
    }
    List<?> items = items(values);
    List<T> found = new ArrayList<>();
    for (int index = 0; index < items.size(); index++) {
      found.add(parsed(pathOf(values) + "[" + index + "]", items.get(index), values.shape()));
    }
    return found;
  }

  private List<?> items(Entry entry) {
    Object node = tree.get(entry.name());
    if (node instanceof List<?> list) {
      return list;
    }
    if (!isEmpty(entry)) {
      problem(entry, "a list", kind(node), "begin each item with a hyphen");
    }
    return List.of();
  }

  /** A group that is there once; empty if it isn't. */
  Section one(Group group) {
    return of(group, pathOf(group), tree.get(group.name()), problems);
  }

  List<Section> many(Group group) {
    List<?> items = items(group);
    List<Section> sections = new ArrayList<>();
    for (int index = 0; index < items.size(); index++) {
      sections.add(of(group, pathOf(group) + "[" + index + "]", items.get(index), problems));
    }
    return sections;
  }

  void problem(Entry entry, String expected, String found, String hint) {
    problems.add(pathOf(entry), expected, found, hint);
  }

  private <T> T parsed(String place, @Nullable Object node, Shape<T> shape) {
    T value = node instanceof String text ? shape.parse(text) : null;
    if (value != null) {
      return value;
    }
    String found = shape.shown() && node instanceof String text ? shown(text) : kind(node);
    problems.add(place, shape.expected(), found, "correct it");
    return shape.standIn();
  }

  private static String shown(String text) {
    return text.isBlank() ? NOTHING : "[%s]".formatted(Problems.shown(text));
  }

  private static String kind(@Nullable Object node) {
    if (node instanceof Map) {
      return "keys with values";
    }
    if (node instanceof List) {
      return "a list";
    }
    return node instanceof String text && !text.isBlank() ? "another text" : NOTHING;
  }

  /** Names that must differ: reports each that was there before. */
  static void requireDistinct(List<Section> sections, Scalar<String> name) {
    Map<Object, List<Section>> byName =
        sections.stream()
            .filter(section -> section.tree.get(name.name()) instanceof String)
            .collect(Collectors.groupingBy(section -> section.tree.get(name.name())));
    byName.forEach(
        (text, same) ->
            same.stream()
                .skip(1)
                .forEach(
                    twice ->
                        twice.problem(
                            name,
                            "a name of its own",
                            "that of " + same.get(0).path(),
                            "give each another one")));
  }
}
