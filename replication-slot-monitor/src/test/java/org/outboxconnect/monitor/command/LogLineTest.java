package org.outboxconnect.monitor.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LogLineTest {

  @Test
  void should_be_one_line_whatever_the_text_holds() {
    LogRecord event = event(Level.WARNING, "Server [{0}] said:\n  FATAL: \u001b[31mgone\r\n");
    event.setParameters(new Object[] {"orders"});

    assertThat(new LogLine().format(event))
        .isEqualTo(
            "2026-11-30T00:00:00.123Z WARN ServerLoop: Server [orders] said: / FATAL: ?[31mgone / "
                + System.lineSeparator());
  }

  @Test
  void should_name_every_cause_and_where_it_was_thrown() {
    LogRecord event = event(Level.SEVERE, "A poll failed");
    event.setThrown(new IllegalStateException("outer", new IllegalArgumentException("inner")));

    assertThat(new LogLine().format(event))
        .contains(" ERROR ServerLoop: A poll failed: java.lang.IllegalStateException: outer at ")
        .contains(", caused by java.lang.IllegalArgumentException: inner at ")
        .hasLineCount(1);
  }

  private static LogRecord event(Level level, String text) {
    LogRecord event = new LogRecord(level, text);
    event.setLoggerName("org.outboxconnect.monitor.run.ServerLoop");
    event.setInstant(Instant.parse("2026-11-30T00:00:00.123456Z"));
    return event;
  }
}
