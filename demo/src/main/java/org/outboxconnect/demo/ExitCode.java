package org.outboxconnect.demo;

/** What the process tells scripts when it ends. */
enum ExitCode {
  /** Every promise held. */
  GOOD(0),
  /** At least one promise was broken; the error stream names it. */
  BROKEN_PROMISE(1),
  /** The command line can't be run. */
  USAGE(2),
  /** The environment failed or time ran out: nothing is proved either way. */
  ENVIRONMENT(3);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
