package org.outboxconnect.monitor.run;

/**
 * The monitor can't run with these settings on this machine. Nothing has been started; the message
 * names the setting and says what to do.
 */
public final class StartException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
