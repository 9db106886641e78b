package org.outboxconnect.stack.process;

import org.jspecify.annotations.Nullable;

/**
 * A part of the stack could not be started, reached or asked. The message names the part, says what
 * was expected and found, and where its log is.
 */
public class StackException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Makes an exception with a text for the reader of a test report. */
  public StackException(String message) {
    super(message);
  }

  /** Makes an exception with a text for the reader of a test report, and its cause if known. */
  public StackException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
