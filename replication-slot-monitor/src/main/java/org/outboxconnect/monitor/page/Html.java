package org.outboxconnect.monitor.page;

import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Writes markup in which every element is closed and every text and attribute is escaped, because
 * names of slots and messages of servers come from outside. Not thread-safe.
 */
final class Html {

  private static final Set<String> VOID = Set.of("meta", "link", "path");
  private static final char REPLACEMENT = '\uFFFD';

  /** Control characters, and marks that turn the direction of what follows them. */
  private static final Pattern DECEIVING =
      Pattern.compile("[\\p{Cc}&&[^\\n\\t]]|[\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

  private final StringBuilder out = new StringBuilder(1 << 14);

  Html doctype() {
    out.append("<!doctype html>\n");
    return this;
  }

  /**
   * Writes an element.
   *
   * @param inner writes what is inside
   * @param attributes names and values in turn
   */
  Html element(String tag, Consumer<Html> inner, String... attributes) {
    begin(tag, attributes);
    out.append('>');
    inner.accept(this);
    out.append("</").append(tag).append('>');
    return this;
  }

  /** Writes an element that holds a text only. */
  Html element(String tag, String text, String... attributes) {
    return element(tag, inner -> inner.text(text), attributes);
  }

  /** Writes an element that can't hold anything. */
  Html empty(String tag, String... attributes) {
    if (!VOID.contains(tag)) {
      throw new IllegalArgumentException("Expected an empty element, found <%s>".formatted(tag));
    }
    begin(tag, attributes);
    out.append("/>"); // inside a drawing the slash is needed
    return this;
  }

  private void begin(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
  }

  Html text(String text) {
    escape(text);
    return this;
  }

  /** Writes markup of our own as it is: never what came from outside. */
  Html own(String markup) {
    out.append(markup);
    return this;
  }

  private void escape(String text) {
    String harmless = DECEIVING.matcher(text).replaceAll(String.valueOf(REPLACEMENT));
    for (int i = 0; i < harmless.length(); i++) {
      char c = harmless.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(c);
      }
    }
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
