package org.apache.kafka.connect.runtime.planted;

/** Stands in for a class of this package, so that a planted violation can use it. */
public final class PlantedStub {}
