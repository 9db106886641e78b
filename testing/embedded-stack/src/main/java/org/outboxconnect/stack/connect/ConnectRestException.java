package org.outboxconnect.stack.connect;

import org.outboxconnect.stack.process.StackException;

/** A worker answered a request with an error. The message holds what it said. */
public final class ConnectRestException extends StackException {

  private static final long serialVersionUID = 1L;

  private final int statusCode;

  ConnectRestException(String request, int statusCode, String body) {
    super("%s was answered with HTTP %d: %s".formatted(request, statusCode, messageIn(body)));
    this.statusCode = statusCode;
  }

  /** The HTTP status, for example 400 for a configuration that is not valid. */
  public int statusCode() {
    return statusCode;
  }

  private static String messageIn(String body) {
    try {
      return Json.parse(body).path("message").asText(body);
    } catch (StackException noJson) {
      return body;
    }
  }
}
