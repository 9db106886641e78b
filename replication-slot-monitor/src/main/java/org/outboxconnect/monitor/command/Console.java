package org.outboxconnect.monitor.command;

import java.io.PrintStream;
import java.lang.reflect.Method;
import java.util.Map;

/**
 * Where a command runs.
 *
 * @param out for what was asked for
 * @param err for the log, and for what went wrong
 * @param environment its variables
 * @param terminal whether somebody looks on
 */
record Console(
    PrintStream out, PrintStream err, Map<String, String> environment, boolean terminal) {

  static Console system() {
    return new Console(System.out, System.err, System.getenv(), isTerminal());
  }

  /** Whether to use colours: not if somebody has set NO_COLOR, whatever its value. */
  boolean coloured() {
    boolean refused = !environment.getOrDefault("NO_COLOR", "").isEmpty();
    return terminal && !refused && !"dumb".equals(environment.get("TERM"));
  }

  /** From Java 22 on there is a console even where there is no terminal, and it can be asked. */
  @SuppressWarnings("SystemConsoleNull") // before Java 22 it is null, later it is asked
  private static boolean isTerminal() {
    java.io.Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      Method question = java.io.Console.class.getMethod("isTerminal");
      return Boolean.TRUE.equals(question.invoke(console));
    } catch (NoSuchMethodException before22) {
      return true;
    } catch (ReflectiveOperationException unexpected) {
      return false;
    }
  }
}
