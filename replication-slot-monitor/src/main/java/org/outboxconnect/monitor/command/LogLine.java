package org.outboxconnect.monitor.command;

import java.time.temporal.ChronoUnit;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** One line on stderr for each event, whatever is in its text. */
final class LogLine extends Formatter {

  private static final int MOST_CAUSES = 5;

  /** Sends the log of the whole JVM to stderr, from INFO on. */
  static void toStandardError() {
    LogManager.getLogManager().reset();
    ConsoleHandler handler = new ConsoleHandler();
    handler.setFormatter(new LogLine());
    Logger root = Logger.getLogger("");
    root.addHandler(handler);
    root.setLevel(Level.INFO);
  }

  /** Takes the log of the whole JVM away. */
  static void silence() {
    LogManager.getLogManager().reset();
  }

  @Override
  public String format(LogRecord event) {
    String text = formatMessage(event) + causes(event.getThrown());
    return "%s %s %s: %s%n"
        .formatted(
            event.getInstant().truncatedTo(ChronoUnit.MILLIS),
            level(event.getLevel()),
            shortName(event.getLoggerName()),
            text.replaceAll("\\s*\\R\\s*", " / ").replaceAll("\\p{Cntrl}", "?"));
  }

  private static String level(Level level) {
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return "ERROR";
    }
    if (level.intValue() >= Level.WARNING.intValue()) {
      return "WARN";
    }
    return level.intValue() >= Level.INFO.intValue() ? "INFO" : "DEBUG";
  }

  private static String shortName(@Nullable String logger) {
    return logger == null ? "monitor" : logger.substring(logger.lastIndexOf('.') + 1);
  }

  /** Each with the place where it was thrown, which is enough to find it. */
  private static String causes(@Nullable Throwable thrown) {
    StringBuilder text = new StringBuilder();
    Throwable cause = thrown;
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
      text.append(text.isEmpty() ? ": " : ", caused by ").append(cause);
      if (cause.getStackTrace().length > 0) {
        text.append(" at ").append(cause.getStackTrace()[0]);
      }
      cause = cause.getCause();
    }
    return text.toString();
  }
}
