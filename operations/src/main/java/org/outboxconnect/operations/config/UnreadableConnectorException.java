package org.outboxconnect.operations.config;

/**
 * The text is no connector file: no JSON, or no object. The message says where, and never repeats
 * the text, which may hold secrets; for the same reason there is no cause.
 */
public final class UnreadableConnectorException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnreadableConnectorException(String message) {
    super(message);
  }
}
