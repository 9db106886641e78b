package org.outboxconnect.bench.event;

/**
 * One event of a run with 500 bytes of JSON and a trace context of its own, as PostgreSQL renders
 * them from jsonb.
 *
 * @param sequence position in the run, from 0
 */
public record TracedEvent(String aggregateType, long sequence) {

  /** The type of all of them. */
  public static final String EVENT_TYPE = BenchEvent.EVENT_TYPE;

  private static final int PAYLOAD_BYTES = 500;

  /** One of a thousand. */
  public String aggregateId() {
    return new BenchEvent(aggregateType, sequence).aggregateId();
  }

  /** JSON text of exactly 500 bytes; {@link BenchEvent#sequenceOf} reads the sequence back. */
  public String payload() {
    String start = "{\"n\": %d, \"status\": \"placed\", \"note\": \"".formatted(sequence);
    return start + "x".repeat(PAYLOAD_BYTES - start.length() - 2) + "\"}";
  }

  /** A traceparent of 55 characters. */
  public String traceparent() {
    return "00-4bf92f3577b34da6%016x-%016x-01".formatted(sequence + 1, sequence + 1);
  }

  /** JSON object with the traceparent. */
  public String headers() {
    return "{\"traceparent\": \"%s\"}".formatted(traceparent());
  }
}
