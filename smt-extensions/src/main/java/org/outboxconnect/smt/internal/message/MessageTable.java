package org.outboxconnect.smt.internal.message;

import java.util.Optional;

/**
 * The outbox that a message was written for. Its name comes from the message's prefix, which
 * anybody who may connect to the database can choose.
 *
 * @param schema name of the schema
 * @param table name of the table
 */
record MessageTable(String schema, String table) {

  static final String PREFIX = "outbox.";

  /** PostgreSQL's identifiers have at most 63 bytes, so at most as many characters. */
  private static final int MAX_LENGTH = 63;

  /** Tells whether it is ours; in any case, because Debezium's lists of prefixes ignore case. */
  static boolean isMeantBy(String prefix) {
    return prefix.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  /**
   * Empty unless the prefix has exactly the form {@code outbox.<schema>.<table>} with names that
   * can be those of a schema and a table. Of several dots the first counts.
   */
  static Optional<MessageTable> of(String prefix) {
    int dot = prefix.indexOf('.', PREFIX.length());
    if (!prefix.startsWith(PREFIX) || dot < 0) {
      return Optional.empty();
    }
    String schema = prefix.substring(PREFIX.length(), dot);
    String table = prefix.substring(dot + 1);
    return isName(schema) && isName(table)
        ? Optional.of(new MessageTable(schema, table))
        : Optional.empty();
  }

  private static boolean isName(String text) {
    return !text.isEmpty() && text.length() <= MAX_LENGTH && PrintableText.isPrintable(text);
  }
}
