package org.outboxconnect.monitor.probe;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Lsn;

/** The current row of a result; a NULL stays absent and never becomes zero. */
final class Row {

  private static final double NANOS = 1e9;

  private final ResultSet result;

  Row(ResultSet result) {
    this.result = result;
  }

  boolean flag(String column) throws SQLException {
    return result.getBoolean(column);
  }

  @Nullable Boolean flagOrNull(String column) throws SQLException {
    boolean value = result.getBoolean(column);
    return result.wasNull() ? null : value;
  }

  long number(String column) throws SQLException {
    return result.getLong(column);
  }

  @Nullable Long numberOrNull(String column) throws SQLException {
    long value = result.getLong(column);
    return result.wasNull() ? null : value;
  }

  @Nullable Integer intOrNull(String column) throws SQLException {
    int value = result.getInt(column);
    return result.wasNull() ? null : value;
  }

  @Nullable String textOrNull(String column) throws SQLException {
    return result.getString(column);
  }

  String text(String column) throws SQLException {
    String text = result.getString(column);
    return text == null ? "" : text;
  }

  /** Reads a distance from {@code 0/0}, which the server gives as {@code numeric}. */
  @Nullable Lsn lsnOrNull(String column) throws SQLException {
    BigDecimal bytes = result.getBigDecimal(column);
    return bytes == null ? null : new Lsn(bytes.longValueExact());
  }

  Lsn lsn(String column) throws SQLException {
    Lsn lsn = lsnOrNull(column);
    if (lsn == null) {
      throw new SQLException("The server has no position for [%s] yet".formatted(column));
    }
    return lsn;
  }

  /** Reads seconds; an age below zero, which two clock readings can give, is zero. */
  @Nullable Duration ageOrNull(String column) throws SQLException {
    double seconds = result.getDouble(column);
    return result.wasNull() ? null : Duration.ofNanos(Math.max(0, Math.round(seconds * NANOS)));
  }

  Duration age(String column) throws SQLException {
    Duration age = ageOrNull(column);
    return age == null ? Duration.ZERO : age;
  }

  /** Reads whole microseconds since 1970. */
  @Nullable Instant instantOrNull(String column) throws SQLException {
    Long micros = numberOrNull(column);
    return micros == null
        ? null
        : Instant.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
  }
}
