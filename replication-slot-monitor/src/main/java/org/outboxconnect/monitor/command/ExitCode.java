package org.outboxconnect.monitor.command;

/** How {@code run} and {@code watch} end; {@code check} ends as {@link CheckState} says. */
final class ExitCode {

  static final int GOOD = 0;

  /** The address can't be bound. */
  static final int NOT_SERVING = 1;

  /** The command line or the configuration is wrong. */
  static final int USAGE = 2;

  private ExitCode() {}
}
