package org.outboxconnect.bench.event;

import java.util.ArrayList;
import java.util.List;

/**
 * One event of a run, about 400 bytes of JSON.
 *
 * @param sequence position in the run, from 0; also the first member of the payload
 */
public record BenchEvent(String aggregateType, long sequence) {

  /** The type of all of them. */
  public static final String EVENT_TYPE = "OrderPlaced";

  private static final int AGGREGATES = 1_000;
  private static final String FILLER = "x".repeat(340);

  /** One of a thousand. */
  public String aggregateId() {
    return "order-" + sequence % AGGREGATES;
  }

  /** JSON text, about 400 bytes. */
  public String payload() {
    return "{\"n\": %d, \"status\": \"placed\", \"note\": \"%s\"}".formatted(sequence, FILLER);
  }

  /** Reads the sequence back from a record's value, whatever blanks and order jsonb gave it. */
  public static long sequenceOf(String value) {
    int at = value.indexOf("\"n\": ") + 5;
    int end = at;
    while (Character.isDigit(value.charAt(end))) {
      end++;
    }
    return Long.parseLong(value, at, end, 10);
  }

  /** The given number of events, in the order of their sequence. */
  public static List<BenchEvent> range(String aggregateType, long from, int count) {
    List<BenchEvent> events = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      events.add(new BenchEvent(aggregateType, from + i));
    }
    return events;
  }
}
