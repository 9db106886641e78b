package org.outboxconnect.rules.planted.internal;

import org.apache.kafka.clients.consumer.internals.PlantedStub;

/** A planted violation. */
public final class UsesInternals {
  PlantedStub stub = new PlantedStub();
}
