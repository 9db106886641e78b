package org.outboxconnect.client;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An error that the server has sent, by its fields. The detail holds values of the row: it is read
 * here for the event's id, and shown nowhere.
 */
record ServerError(
    @Nullable String message,
    @Nullable String detail,
    @Nullable String constraint,
    @Nullable String column) {

  private static final String UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
  // "Failing row contains (<id>, …" and "Key (id)=(<id>) already exists", in all languages.
  private static final Pattern ROW = Pattern.compile("^[^(]*\\((" + UUID + "), ");
  private static final Pattern KEY = Pattern.compile("\\(id[^)]*\\)=\\((" + UUID + ")[,)]");

  /** The id of the row that was refused, if the server gave the row. */
  Optional<String> refusedId() {
    return find(ROW);
  }

  /** The id that exists already, if that is the trouble. */
  Optional<String> existingId() {
    return find(KEY);
  }

  private Optional<String> find(Pattern pattern) {
    Matcher matcher = pattern.matcher(detail == null ? "" : detail);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }

  /** The rule that was broken: a constraint, or a column that must not be null. */
  Optional<String> rule() {
    return constraint != null
        ? Optional.of(constraint)
        : Optional.ofNullable(column).map(name -> name + " NOT NULL");
  }
}
