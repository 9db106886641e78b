package org.outboxconnect.demo;

import org.jspecify.annotations.Nullable;

/**
 * The run can't be finished: a part of the stack failed, time ran out, or the kill came too late to
 * prove anything. It says nothing about the promises, so it ends with {@link ExitCode#ENVIRONMENT}.
 */
final class DemoException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DemoException(String message) {
    super(message);
  }

  DemoException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
