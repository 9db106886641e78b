package org.outboxconnect.monitor.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;

/**
 * What is sent back.
 *
 * @param status status code
 * @param contentType media type with charset
 * @param body writes the body; isn't called for {@code HEAD}
 */
record Answer(int status, String contentType, Body body) {

  static final int OK = 200;
  static final int NOT_FOUND = 404;
  static final int NOT_ALLOWED = 405;
  static final int FAILED = 500;
  static final int UNAVAILABLE = 503;

  static final String JSON = "application/json";
  static final String HTML = "text/html; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  /** Writes a body. */
  @FunctionalInterface
  interface Body {

    void writeTo(OutputStream out) throws IOException;
  }

  static Answer text(int status, String line) {
    return of(status, TEXT, line + "\n");
  }

  static Answer of(int status, String contentType, String body) {
    return new Answer(status, contentType, out -> out.write(body.getBytes(UTF_8)));
  }
}
