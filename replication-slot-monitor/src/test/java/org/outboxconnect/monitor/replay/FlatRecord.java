package org.outboxconnect.monitor.replay;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;

/**
 * A tree of records as texts by their paths, and back. It knows the types that samples are made of;
 * what is null has no path.
 */
final class FlatRecord {

  private static final String KEYS = "#";
  private static final String KNOWN = "known";

  private FlatRecord() {}

  static Map<String, String> of(Record value) {
    Map<String, String> flat = new TreeMap<>();
    write(flat, "", value);
    return flat;
  }

  static <T extends Record> T read(Map<String, String> flat, Class<T> type) {
    return type.cast(read(flat, "", type));
  }

  private static void write(Map<String, String> flat, String path, Object value) {
    if (value == null) {
      return;
    }
    if (value instanceof Reading.Known<?> known) {
      flat.put(path, KNOWN);
      write(flat, path + ".", known.found());
    } else if (value instanceof Reading.Unknown<?> unknown) {
      flat.put(path, unknown.reason().name());
    } else if (value instanceof Lsn position) {
      flat.put(path, Long.toString(position.bytes()));
    } else if (value instanceof Record) {
      for (RecordComponent component : value.getClass().getRecordComponents()) {
        write(flat, join(path, component.getName()), get(component, value));
      }
    } else if (value instanceof Map<?, ?> map) {
      writeAll(flat, path, new TreeMap<>(map));
    } else if (value instanceof List<?> list) {
      Map<Object, Object> byIndex = new TreeMap<>();
      list.forEach(each -> byIndex.put(byIndex.size(), each));
      writeAll(flat, path, byIndex);
    } else {
      flat.put(path, text(value));
    }
  }

  private static void writeAll(Map<String, String> flat, String path, Map<?, ?> values) {
    flat.put(
        path + KEYS, String.join(",", values.keySet().stream().map(Object::toString).toList()));
    values.forEach((key, value) -> write(flat, path + "." + key, value));
  }

  private static String join(String path, String name) {
    return path.isEmpty() || path.endsWith(".") ? path + name : path + "." + name;
  }

  private static String text(Object value) {
    if (value instanceof Duration time) {
      return Long.toString(time.toMillis());
    }
    if (value instanceof Set<?> names) {
      return String.join(",", names.stream().map(Object::toString).sorted().toList());
    }
    return value instanceof Enum<?> word ? word.name() : value.toString();
  }

  private static Object get(RecordComponent component, Object value) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(value);
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError(impossible.getMessage(), impossible);
    }
  }

  private static Object read(Map<String, String> flat, String path, Type type) {
    Class<?> raw = raw(type);
    if (raw == Reading.class) {
      return reading(flat, path, argument(type, 0));
    }
    if (raw == List.class) {
      return keys(flat, path).map(key -> read(flat, path + "." + key, argument(type, 0))).toList();
    }
    if (raw == Map.class) {
      Map<Object, Object> map = new TreeMap<>();
      keys(flat, path)
          .forEach(key -> map.put(key, read(flat, path + "." + key, argument(type, 1))));
      return map;
    }
    return raw.isRecord() && raw != Lsn.class
        ? record(flat, path, raw)
        : value(flat.get(path), raw);
  }

  private static Object reading(Map<String, String> flat, String path, Type found) {
    String state = flat.get(path);
    return state.equals(KNOWN)
        ? Reading.known(read(flat, path + ".", found))
        : Reading.unknown(Reading.Reason.valueOf(state), "");
  }

  private static Stream<String> keys(Map<String, String> flat, String path) {
    String keys = flat.getOrDefault(path + KEYS, "");
    return keys.isEmpty() ? Stream.of() : Arrays.stream(keys.split(",", -1));
  }

  /** A record of which nothing is there is null. */
  private static Object record(Map<String, String> flat, String path, Class<?> type) {
    String prefix = path.isEmpty() || path.endsWith(".") ? path : path + ".";
    if (flat.keySet().stream().noneMatch(key -> key.startsWith(prefix))) {
      return null;
    }
    List<Class<?>> types = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      types.add(component.getType());
      values.add(read(flat, prefix + component.getName(), component.getGenericType()));
    }
    try {
      return type.getConstructor(types.toArray(new Class<?>[0])).newInstance(values.toArray());
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("Can't make a " + type + " of " + values, impossible);
    }
  }

  /** A number that was left out is zero where it can't be absent. */
  private static Object value(String text, Class<?> type) {
    if (type == Set.class) {
      return text == null || text.isEmpty() ? Set.of() : Set.of(text.split(",", -1));
    }
    if (text == null) {
      return type == long.class ? Long.valueOf(0) : null;
    }
    if (type == Lsn.class) {
      return new Lsn(Long.parseLong(text));
    }
    if (type == Duration.class) {
      return Duration.ofMillis(Long.parseLong(text));
    }
    return type == Instant.class ? Instant.parse(text) : plain(text, type);
  }

  private static Object plain(String text, Class<?> type) {
    if (type == long.class || type == Long.class) {
      return Long.valueOf(text);
    }
    if (type == int.class || type == Integer.class) {
      return Integer.valueOf(text);
    }
    if (type == boolean.class || type == Boolean.class) {
      return Boolean.valueOf(text);
    }
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants())
            .filter(each -> ((Enum<?>) each).name().equals(text))
            .findFirst()
            .orElseThrow()
        : text;
  }

  private static Class<?> raw(Type type) {
    return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
  }

  private static Type argument(Type type, int index) {
    return ((ParameterizedType) type).getActualTypeArguments()[index];
  }
}
