package org.outboxconnect.smt.internal.guard;

import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The aggregate types that are allowed.
 *
 * @param listed empty means all
 */
public record AggregateTypes(Set<String> listed) {

  /** Copies the set. */
  public AggregateTypes {
    listed = Set.copyOf(listed);
  }

  boolean allow(String type) {
    return listed.isEmpty() || listed.contains(type);
  }

  /** What no topic can be named after; null for a good type. */
  static @Nullable String faultOf(@Nullable String type) {
    String missing = Blank.faultOf(type);
    if (type == null || missing != null) {
      return missing;
    }
    int illegal = TopicNames.illegalCharacter(type);
    if (illegal >= 0) {
      return "has a character that no topic name can have, at position %d of %d"
          .formatted(illegal + 1, type.length());
    }
    return type.equals(".") || type.equals("..") ? "consists of dots" : null;
  }

  /** Refuses a list with a type that no row may have. */
  public enum Rules implements Validator {
    INSTANCE;

    @Override
    public void ensureValid(String key, Object value) {
      for (Object type : (List<?>) value) {
        String fault = faultOf(type.toString());
        if (fault != null) {
          throw new ConfigException(
              key,
              value,
              "Aggregate type [%s] %s. [Hint: write it as the rows have it, or take it out]"
                  .formatted(type, fault));
        }
      }
    }

    @Override
    public String toString() {
      return "list of aggregate types: a-z A-Z 0-9 . _ -";
    }
  }
}
