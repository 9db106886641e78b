package org.outboxconnect.monitor.canary;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The messages that have not arrived yet, and how long the newest one took that has. */
final class Expected {

  /** Bounds the memory, and what each record is compared with. */
  private static final int MOST = 20;

  private final Deque<Message> messages = new ArrayDeque<>();
  private @Nullable Duration newest;

  private record Message(String text, Instant written) {}

  synchronized void add(String text, Instant written) {
    if (messages.size() == MOST) {
      messages.removeFirst();
    }
    messages.addLast(new Message(text, written));
  }

  /** Compares a record with what is expected; earlier messages aren't waited for any more. */
  synchronized void see(byte[] record, Instant now) {
    Optional<Message> found =
        messages.stream().filter(message -> Token.isIn(record, message.text())).findFirst();
    if (found.isPresent()) {
      Duration took = Duration.between(found.get().written(), now);
      newest = took.isNegative() ? Duration.ZERO : took;
      messages.removeIf(message -> !message.written().isAfter(found.get().written()));
    }
  }

  /** How long the oldest message has waited that has not arrived; zero if none waits. */
  synchronized Duration waiting(Instant now) {
    Message oldest = messages.peekFirst();
    return oldest == null ? Duration.ZERO : Duration.between(oldest.written(), now);
  }

  synchronized Optional<Duration> newest() {
    return Optional.ofNullable(newest);
  }
}
