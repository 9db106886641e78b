package org.outboxconnect.smt;

import static org.outboxconnect.smt.OutboxMessageBuilder.aMessage;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;

/** Uses each plugin once, on whatever class path this class was loaded from. */
public final class Use implements Runnable {

  @Override
  public void run() {
    SourceRecord record = anOutboxInsert().build();
    try (IsOutboxInsert<SourceRecord> predicate = new IsOutboxInsert<>();
        OutboxMessage<SourceRecord> message = new OutboxMessage<>();
        OutboxGuard<SourceRecord> guard = new OutboxGuard<>();
        OutboxHeaders<SourceRecord> headers = new OutboxHeaders<>()) {
      headers.configure(Map.of());
      guard.configure(Map.of());
      int written = headers.apply(guard.apply(record)).headers().size();
      if (!predicate.test(record) || written != 3) {
        throw new AssertionError("expected an outbox insert with 3 headers, found " + written);
      }
      if (!predicate.test(message.apply(aMessage().build()))) {
        throw new AssertionError("expected an outbox insert from the message");
      }
    }
  }
}
