package org.outboxconnect.monitor.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Limit;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.status.Words;

/** Writes members of objects; what is unknown becomes null and never disappears. */
record Fields(JsonGenerator json) {

  private static final double MILLIS = 1e3;

  /** Writes the inner part of an object or array. */
  @FunctionalInterface
  interface Part {

    void write() throws IOException;
  }

  /** Writes one value. */
  @FunctionalInterface
  interface Item<T> {

    void write(T value) throws IOException;
  }

  Fields text(String name, @Nullable String value) throws IOException {
    json.writeFieldName(name);
    json.writeString(value); // null for null
    return this;
  }

  Fields label(String name, @Nullable Enum<?> value) throws IOException {
    return text(name, value == null ? null : Words.label(value));
  }

  Fields limit(String name, @Nullable Limit value) throws IOException {
    return text(name, value == null ? null : value.label());
  }

  Fields lsn(String name, @Nullable Lsn value) throws IOException {
    return text(name, value == null ? null : value.toString());
  }

  Fields time(String name, @Nullable Instant value) throws IOException {
    return text(name, value == null ? null : value.toString());
  }

  Fields flag(String name, @Nullable Boolean value) throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else {
      json.writeBooleanField(name, value);
    }
    return this;
  }

  Fields count(String name, @Nullable Long value) throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
    return this;
  }

  Fields seconds(String name, @Nullable Duration value) throws IOException {
    return number(name, value == null ? null : (Double) (value.toMillis() / MILLIS));
  }

  /** JSON has no infinity: it becomes null, and the member beside it tells. */
  Fields number(String name, @Nullable Double value) throws IOException {
    if (value == null || value.isInfinite() || value.isNaN()) {
      json.writeNullField(name);
    } else if (value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE) {
      json.writeNumberField(name, value.longValue()); // without an exponent
    } else {
      json.writeNumberField(name, value);
    }
    return this;
  }

  /** Seconds that may be without end: null then, and {@code name_infinite} is true. */
  Fields endless(String name, @Nullable Double seconds) throws IOException {
    return number(name + "_seconds", seconds)
        .flag(name + "_infinite", seconds != null && seconds.isInfinite());
  }

  Fields object(String name, Part inner) throws IOException {
    json.writeObjectFieldStart(name);
    inner.write();
    json.writeEndObject();
    return this;
  }

  /** An object, or null without a value. */
  <T> Fields object(String name, @Nullable T value, Item<T> inner) throws IOException {
    if (value == null) {
      json.writeNullField(name);
      return this;
    }
    return object(name, () -> inner.write(value));
  }

  <T> Fields array(String name, List<T> values, Item<T> item) throws IOException {
    json.writeArrayFieldStart(name);
    for (T value : values) {
      item.write(value);
    }
    json.writeEndArray();
    return this;
  }

  /** An array of objects. */
  <T> Fields objects(String name, List<T> values, Item<T> inner) throws IOException {
    return array(
        name,
        values,
        value -> {
          json.writeStartObject();
          inner.write(value);
          json.writeEndObject();
        });
  }

  Fields texts(String name, List<String> values) throws IOException {
    return array(name, values, json::writeString);
  }

  /** Why a reading has no value: null if it has one. */
  Fields why(String name, @Nullable Reading<?> reading) throws IOException {
    Reading.Unknown<?> unknown = reading instanceof Reading.Unknown<?> none ? none : null;
    return object(
        name,
        unknown,
        failure -> label("reason", failure.reason()).text("detail", failure.detail()));
  }
}
