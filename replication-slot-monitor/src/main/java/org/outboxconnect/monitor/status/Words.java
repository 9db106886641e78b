package org.outboxconnect.monitor.status;

import java.util.Locale;

/** Spells constants the same way in every output. */
public final class Words {

  private Words() {}

  /** The constant's name in lower case, for example {@code missing_privilege}. */
  public static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
