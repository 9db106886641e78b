package org.outboxconnect.monitor.run;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.StatusBoard;

/** Who wants to know after each poll. One that fails harms no other. Safe for many threads. */
final class Listeners {

  private static final Logger LOG = System.getLogger(Listeners.class.getName());

  private final List<Consumer<MonitorStatus>> all = new CopyOnWriteArrayList<>();

  void add(Consumer<MonitorStatus> listener) {
    all.add(listener);
  }

  void tell(StatusBoard board) {
    if (!all.isEmpty()) {
      MonitorStatus now = board.get();
      all.forEach(listener -> tell(listener, now));
    }
  }

  private static void tell(Consumer<MonitorStatus> listener, MonitorStatus now) {
    try {
      listener.accept(now);
    } catch (RuntimeException unexpected) {
      LOG.log(Level.ERROR, "A listener failed; the others have been told", unexpected);
    }
  }
}
