package org.outboxconnect.rules.planted.internal;

import org.apache.kafka.common.utils.planted.PlantedStub;

/** A planted violation. */
public final class UsesAppInfoParser {
  PlantedStub stub = new PlantedStub();
}
