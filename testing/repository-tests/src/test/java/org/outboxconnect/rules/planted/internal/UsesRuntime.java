package org.outboxconnect.rules.planted.internal;

import org.apache.kafka.connect.runtime.planted.PlantedStub;

/** A planted violation. */
public final class UsesRuntime {
  PlantedStub stub = new PlantedStub();
}
