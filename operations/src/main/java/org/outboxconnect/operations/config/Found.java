package org.outboxconnect.operations.config;

import java.util.Optional;

/**
 * A place where a rule is broken.
 *
 * @param key the setting
 * @param what goes on from the key: {@code is [x]}, {@code has no predicate}
 * @param hint what to do, if the rule's own hint is too general
 */
record Found(String key, String what, Optional<String> hint) {

  Found(String key, String what) {
    this(key, what, Optional.empty());
  }

  Found(String key, String what, String hint) {
    this(key, what, Optional.of(hint));
  }
}
