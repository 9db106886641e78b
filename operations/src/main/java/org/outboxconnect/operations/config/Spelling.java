package org.outboxconnect.operations.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that a wrong one was meant to be. */
final class Spelling {

  private Spelling() {}

  /** The nearest of the known names, if few letters are between. */
  static Optional<String> nearest(String wrong, Collection<String> known) {
    return known.stream()
        .filter(name -> Math.abs(name.length() - wrong.length()) <= allowed(name))
        .filter(name -> distance(wrong, name) <= allowed(name))
        .min(
            Comparator.comparingInt((String name) -> distance(wrong, name))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static int allowed(String name) {
    return Math.max(1, Math.min(4, name.length() / 4));
  }

  /** Levenshtein distance, letters of either case being the same. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (same(from.charAt(i - 1), to.charAt(j - 1)) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }

  private static boolean same(char one, char other) {
    return Character.toLowerCase(one) == Character.toLowerCase(other);
  }
}
