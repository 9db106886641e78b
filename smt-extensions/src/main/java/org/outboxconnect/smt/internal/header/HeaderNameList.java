package org.outboxconnect.smt.internal.header;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Checks a list of header names, so that Connect's validation reports a bad one. */
enum HeaderNameList implements Validator {

  /** Any names. */
  ANY("list of header names"),

  /** Names that a row can set. */
  NOT_RESERVED("list of header names, none of " + HeaderNames.reserved());

  private final String description;

  HeaderNameList(String description) {
    this.description = description;
  }

  @Override
  public void ensureValid(String key, Object value) {
    for (Object name : (List<?>) value) {
      if (name.toString().isBlank()) {
        throw new ConfigException(
            key,
            value,
            "Expected names, found an empty one between commas. [Hint: remove a comma]");
      }
      if (this == NOT_RESERVED && HeaderNames.isReserved(name.toString())) {
        throw new ConfigException(
            key,
            name,
            "This header is never taken from a row, reserved are %s. [Hint: remove it]"
                .formatted(HeaderNames.reserved()));
      }
    }
  }

  @Override
  public String toString() {
    return description;
  }
}
