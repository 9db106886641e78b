package org.outboxconnect.smt.internal.plugin;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Refuses settings that a plugin doesn't know. Connect ignores them in silence, so a typing error
 * would leave the default in force.
 */
public final class UnknownKeys {

  /** What Connect itself hands over; it takes {@code predicate} and {@code negate} out before. */
  private static final Set<String> FROM_CONNECT = Set.of("type", "plugin.version");

  private UnknownKeys() {}

  /**
   * Compares what is set with what is declared.
   *
   * @throws ConfigException if a key is neither declared nor handed over by Connect; names all of
   *     them, never a value
   */
  public static void refuse(String plugin, ConfigDef declared, Map<String, ?> settings) {
    Set<String> unknown = new TreeSet<>(settings.keySet());
    unknown.removeAll(declared.names());
    unknown.removeAll(FROM_CONNECT);
    if (!unknown.isEmpty()) {
      throw new ConfigException(
          "Unknown settings %s of %s, it knows %s. [Hint: %s]"
              .formatted(
                  unknown,
                  plugin,
                  new TreeSet<>(declared.names()),
                  hint(unknown.iterator().next(), declared.names())));
    }
  }

  private static String hint(String unknown, Set<String> known) {
    return nearest(unknown, known)
        .map(name -> "did you mean " + name + " in place of " + unknown + "?")
        .orElse("remove " + unknown);
  }

  private static Optional<String> nearest(String unknown, Set<String> known) {
    return known.stream()
        .filter(name -> distance(unknown, name) <= name.length() / 2)
        .min(Comparator.comparingInt(name -> distance(unknown, name)));
  }

  /** Levenshtein distance: how many letters to insert, delete or replace. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
