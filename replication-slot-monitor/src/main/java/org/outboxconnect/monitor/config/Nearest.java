package org.outboxconnect.monitor.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody may have meant. */
final class Nearest {

  private static final int SHARE = 3;
  private static final int LONGEST = 100;

  private Nearest() {}

  /** The known word that differs least, if no more than a third of the letters do. */
  static Optional<String> to(String word, Collection<String> known) {
    String letters = letters(word);
    return known.stream()
        .filter(candidate -> distance(letters, letters(candidate)) <= candidate.length() / SHARE)
        .min(Comparator.comparingInt((String candidate) -> distance(letters, letters(candidate))));
  }

  /** So that {@code pollInterval} and {@code poll_interval} are {@code poll-interval}. */
  private static String letters(String word) {
    String lower = word.toLowerCase(Locale.ROOT).replaceAll("[^\\p{Alnum}\\[\\]]", "");
    return lower.substring(0, Math.min(LONGEST, lower.length()));
  }

  /** Insertions, deletions and replacements from one word to the other. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int column = 0; column < row.length; column++) {
      row[column] = column;
    }
    for (int line = 1; line <= one.length(); line++) {
      nextRow(row, line, one.charAt(line - 1), other);
    }
    return row[other.length()];
  }

  private static void nextRow(int[] row, int line, char letter, String other) {
    int diagonal = row[0];
    row[0] = line;
    for (int column = 1; column < row.length; column++) {
      int replaced = diagonal + (letter == other.charAt(column - 1) ? 0 : 1);
      diagonal = row[column];
      row[column] = Math.min(replaced, 1 + Math.min(row[column], row[column - 1]));
    }
  }
}
