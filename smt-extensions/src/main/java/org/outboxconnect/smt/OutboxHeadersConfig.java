package org.outboxconnect.smt;

import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.outboxconnect.smt.internal.header.HeaderSelection;

/** Settings of {@link OutboxHeaders}. */
final class OutboxHeadersConfig extends AbstractConfig {

  static final ConfigDef CONFIG_DEF = HeaderSelection.addTo(new ConfigDef());

  OutboxHeadersConfig(Map<String, ?> settings) {
    super(CONFIG_DEF, settings, false); // doLog=false: one dump per task is noise
  }

  HeaderSelection selection() {
    return HeaderSelection.of(this);
  }
}
