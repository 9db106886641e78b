package org.outboxconnect.operations.config;

/**
 * Edits of the packaged file, see {@link Texts#edited}.
 *
 * @param rule name of the rule
 * @param bad edits that break it
 * @param good edits that don't
 */
record RuleExample(String rule, String bad, String good) {

  @Override
  public String toString() {
    return rule + ": " + bad;
  }
}
