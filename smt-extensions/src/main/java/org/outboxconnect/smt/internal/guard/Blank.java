package org.outboxconnect.smt.internal.guard;

import org.jspecify.annotations.Nullable;

/** Columns that must hold something; the same blanks count as in the constraints of the table. */
final class Blank {

  private Blank() {}

  /** What is wrong with a text that must hold something; null for a good one. */
  static @Nullable String faultOf(@Nullable String text) {
    if (text == null) {
      return "is NULL";
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != ' ' && (c < '\t' || c > '\r')) {
        return null;
      }
    }
    return "is blank";
  }
}
