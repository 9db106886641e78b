package org.outboxconnect.smt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;

/** What a log would hold. The test log goes to standard error; DEBUG is on for our packages. */
final class LogCapture {

  private LogCapture() {}

  /** The lines logged meanwhile, and the whole trace of what is thrown. */
  static String of(Runnable action) {
    PrintStream original = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, UTF_8));
    StringWriter trace = new StringWriter();
    try {
      action.run();
    } catch (RuntimeException e) {
      e.printStackTrace(new PrintWriter(trace, true));
    } finally {
      System.setErr(original);
    }
    return log.toString(UTF_8) + trace;
  }
}
