package org.outboxconnect.demo;

/**
 * What writer and consumer count into.
 *
 * @param progress how far the run is
 * @param latencies how long events took
 */
record Counters(Progress progress, Latencies latencies) {

  static Counters fresh() {
    return new Counters(new Progress(), new Latencies());
  }
}
