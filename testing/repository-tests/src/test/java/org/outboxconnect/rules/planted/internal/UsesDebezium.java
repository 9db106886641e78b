package org.outboxconnect.rules.planted.internal;

import io.debezium.planted.PlantedStub;

/** A planted violation. */
public final class UsesDebezium {
  PlantedStub stub = new PlantedStub();
}
