package org.outboxconnect.client;

import com.fasterxml.jackson.core.JsonStreamContext;
import java.util.regex.Pattern;

/** Where in a JSON text something stands, as in {@code $.items[3].note}. */
final class JsonPath {

  private static final int MAX_LENGTH = 200;
  private static final Pattern PLAIN_NAME = Pattern.compile("\\w+");

  private JsonPath() {}

  /** Path of the value that the parser is at. */
  static String ofValue(JsonStreamContext context) {
    StringBuilder path = new StringBuilder();
    prepend(path, context);
    return Text.printable(path.insert(0, '$').toString(), MAX_LENGTH);
  }

  /** Path of the object or array that the parser is in. */
  static String ofContainer(JsonStreamContext context) {
    return ofValue(context.getParent());
  }

  private static void prepend(StringBuilder path, JsonStreamContext context) {
    for (JsonStreamContext at = context; at != null && !at.inRoot(); at = at.getParent()) {
      if (at.inArray()) {
        path.insert(0, "[" + at.getCurrentIndex() + "]");
      } else if (at.getCurrentName() != null) {
        path.insert(0, member(at.getCurrentName()));
      }
    }
  }

  private static String member(String name) {
    return PLAIN_NAME.matcher(name).matches() ? "." + name : "['" + name + "']";
  }
}
