package org.outboxconnect.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** The text of the headers column: a flat JSON object of strings. */
final class HeadersJson {

  private static final JsonFactory JSON = new JsonFactory();

  private HeadersJson() {}

  static String write(Map<String, String> headers) {
    if (headers.isEmpty()) {
      return "{}";
    }
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      for (Map.Entry<String, String> header : headers.entrySet()) {
        json.writeStringField(header.getKey(), header.getValue());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }

  /** Bytes of the text that PostgreSQL makes of it: with a blank after each colon and comma. */
  static int renderedBytes(Map<String, String> headers) {
    return Text.utf8Length(write(headers)) + Math.max(0, 2 * headers.size() - 1);
  }
}
