package org.outboxconnect.monitor.command;

import org.outboxconnect.monitor.config.MonitorConfig;

/** What the commands start. */
interface Programs {

  /** Begins to poll; nothing is served, and nobody is alerted. */
  Polling poll(MonitorConfig config);

  /**
   * Polls, serves and alerts until the JVM is told to end.
   *
   * @return an {@link ExitCode}
   */
  int serve(MonitorConfig config, Console console);
}
