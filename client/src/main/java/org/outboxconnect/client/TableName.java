package org.outboxconnect.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of an outbox table and of the functions beside it.
 *
 * @param schema as it stands in the catalog; empty to use the search path
 * @param table as it stands in the catalog
 */
record TableName(String schema, String table) {

  // PostgreSQL cuts longer names silently, and outbox_write and outbox_append must stay apart.
  private static final int MAX_IDENTIFIER_BYTES = 63;
  private static final int MAX_TABLE_BYTES = MAX_IDENTIFIER_BYTES - "_append".length();
  // A quoted part, in which "" is a quote, or a plain one; then a dot or the end.
  private static final Pattern PART =
      Pattern.compile("\\G(?:\"(?<quoted>(?:[^\"]|\"\")*)\"|(?<plain>[^\".]*))(?<after>\\.|$)");

  TableName {
    checkPart("schema", schema, MAX_IDENTIFIER_BYTES);
    checkPart("table", table, MAX_TABLE_BYTES);
    if (table.isBlank()) {
      throw new IllegalArgumentException("Outbox table has a blank name. [Hint: name the table]");
    }
  }

  /** Reads {@code table} or {@code schema.table}; see {@link OutboxWriter.Builder#table}. */
  static TableName parse(String name) {
    List<String> parts = new ArrayList<>();
    Matcher part = PART.matcher(name);
    boolean more = true;
    while (more && part.find()) {
      String plain = part.group("plain");
      parts.add(plain == null ? part.group("quoted").replace("\"\"", "\"") : plain);
      more = !part.group("after").isEmpty();
    }
    if (more || parts.size() > 2 || parts.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException(
          ("Outbox table [%s] is no name: expected table or schema.table. [Hint: put a part that"
                  + " holds a dot or a quote into double quotes]")
              .formatted(Text.printable(name, 2 * MAX_IDENTIFIER_BYTES)));
    }
    return parts.size() == 1
        ? new TableName("", parts.get(0))
        : new TableName(parts.get(0), parts.get(1));
  }

  private static void checkPart(String what, String part, int maxBytes) {
    if (Text.unstorable(part).isPresent()) {
      throw new IllegalArgumentException(
          "Outbox %s [%s] holds %s, which PostgreSQL can't store. [Hint: correct the name]"
              .formatted(
                  what,
                  Text.printable(part, MAX_IDENTIFIER_BYTES),
                  Text.unstorable(part).orElseThrow()));
    }
    int bytes = part.getBytes(UTF_8).length;
    if (bytes > maxBytes) {
      throw new IllegalArgumentException(
          "Outbox %s [%s] has %d bytes, expected at most %d. [Hint: use a shorter name]"
              .formatted(what, Text.printable(part, MAX_IDENTIFIER_BYTES), bytes, maxBytes));
    }
  }

  /** Quoted name of the function that stands beside the table. */
  String function(String suffix) {
    String function = quote(table + suffix);
    return schema.isEmpty() ? function : quote(schema) + "." + function;
  }

  private static String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }
}
