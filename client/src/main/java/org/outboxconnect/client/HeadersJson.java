package org.outboxconnect.client;

import java.util.Map;

/**
 * The text of the headers column: a flat JSON object of strings.
 *
 * @param json without blanks between its parts
 * @param members how many it has
 */
record HeadersJson(String json, int members) {

  private static final HeadersJson EMPTY = new HeadersJson("{}", 0);
  private static final String HEX = "0123456789abcdef";

  /** The headers as JSON; names and values hold no unpaired surrogates. */
  static HeadersJson of(Map<String, String> headers) {
    if (headers.isEmpty()) {
      return EMPTY;
    }
    StringBuilder json = new StringBuilder(64 * headers.size()).append('{');
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (json.length() > 1) {
        json.append(',');
      }
      appendMember(json, header.getKey(), header.getValue());
    }
    return new HeadersJson(json.append('}').toString(), headers.size());
  }

  /** The same with one more member, which is JSON text already. */
  HeadersJson with(String member) {
    String head = json.substring(0, json.length() - 1);
    return new HeadersJson(head + (members == 0 ? "" : ",") + member + "}", members + 1);
  }

  /** Bytes of the text that PostgreSQL makes of it: with a blank after each colon and comma. */
  int renderedBytes() {
    return Text.utf8Length(json) + Math.max(0, 2 * members - 1);
  }

  static void appendMember(StringBuilder json, String name, String value) {
    appendString(json, name);
    json.append(':');
    appendString(json, value);
  }

  /** Escapes what PostgreSQL escapes, and as it does, so that the lengths agree. */
  private static void appendString(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> json.append('\\').append(c);
        case '\b' -> json.append("\\b");
        case '\f' -> json.append("\\f");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        default -> {
          if (c < ' ') {
            json.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
          } else {
            json.append(c);
          }
        }
      }
    }
    json.append('"');
  }
}
