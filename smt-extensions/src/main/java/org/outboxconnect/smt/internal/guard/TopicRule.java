package org.outboxconnect.smt.internal.guard;

import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/** Refuses what is no name of a topic. */
public enum TopicRule implements Validator {
  INSTANCE;

  @Override
  public void ensureValid(String key, Object value) {
    if (!TopicNames.isLegal(value.toString()) || TopicNames.isKafkasOwn(value.toString())) {
      throw new ConfigException(
          key, value, "Expected a %s. [Hint: the default is a good name]".formatted(this));
    }
  }

  @Override
  public String toString() {
    return "topic name: 1 to %d of a-z A-Z 0-9 . _ -, none of Kafka's own"
        .formatted(TopicNames.LONGEST);
  }
}
