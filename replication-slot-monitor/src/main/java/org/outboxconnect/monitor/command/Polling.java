package org.outboxconnect.monitor.command;

import java.util.function.Consumer;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.status.MonitorStatus;

/** What polls the servers while a command runs. */
interface Polling extends AutoCloseable {

  /** Begins to poll. */
  @FunctionalInterface
  interface Start {
    Polling start(MonitorConfig config);
  }

  MonitorStatus status();

  /** Tells a listener after each poll of a server. */
  void onStatus(Consumer<MonitorStatus> listener);

  @Override
  void close();
}
