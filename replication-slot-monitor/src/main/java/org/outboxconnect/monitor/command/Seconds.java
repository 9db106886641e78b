package org.outboxconnect.monitor.command;

import java.time.Duration;
import org.outboxconnect.monitor.config.Durations;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration of the command line, from a second to an hour. */
final class Seconds implements ITypeConverter<Duration> {

  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofHours(1);

  @Override
  public Duration convert(String text) {
    Duration time = Durations.parse(text);
    if (time == null || time.compareTo(LEAST) < 0 || time.compareTo(MOST) > 0) {
      throw new TypeConversionException("expected a duration from 1s to 1h, found another text");
    }
    return time;
  }
}
