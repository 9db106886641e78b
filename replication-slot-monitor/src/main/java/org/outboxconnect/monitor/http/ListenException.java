package org.outboxconnect.monitor.http;

import java.io.IOException;
import org.outboxconnect.monitor.config.MonitorConfig;

/** The monitor can't listen where it is told to; nothing is being served. */
public final class ListenException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ListenException(MonitorConfig.Listen listen, IOException cause) {
    super(
        ("Cannot listen on [%s:%d]: %s. [Hint: see whether another monitor runs there, and whether"
                + " this machine has the address; or set listen]")
            .formatted(listen.host(), listen.port(), cause.getMessage()),
        cause);
  }
}
