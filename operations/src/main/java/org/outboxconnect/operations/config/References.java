package org.outboxconnect.operations.config;

import java.util.regex.Pattern;
import java.util.stream.Stream;

/** References to config providers: {@code ${provider:key}} and {@code ${provider:path:key}}. */
final class References {

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{([^}:]+):(?:([^}]*?):)?([^}:]*)}");

  private References() {}

  /**
   * One reference.
   *
   * @param provider name of the provider
   * @param path what is between provider and key; empty for variables
   * @param key the last part
   */
  record Reference(String provider, String path, String key) {}

  /** Whether Connect will replace the text, or a part of it. */
  static boolean isReference(String text) {
    return REFERENCE.matcher(text).find();
  }

  static Stream<Reference> in(String text) {
    return REFERENCE
        .matcher(text)
        .results()
        .map(
            found ->
                new Reference(
                    found.group(1), found.group(2) == null ? "" : found.group(2), found.group(3)));
  }
}
