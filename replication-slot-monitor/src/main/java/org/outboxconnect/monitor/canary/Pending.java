package org.outboxconnect.monitor.canary;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Lsn;

/** The messages that one slot hasn't confirmed yet. Not thread-safe. */
final class Pending {

  /** Bounds the memory while nobody consumes: the oldest and the newest ones tell enough. */
  private static final int MOST = 100;

  private final Deque<Message> messages = new ArrayDeque<>();
  private @Nullable Duration confirmedAfter;

  private record Message(Lsn position, Instant written) {}

  void add(Lsn position, Instant written) {
    if (messages.size() == MOST) {
      messages.removeLast();
    }
    messages.addLast(new Message(position, written));
  }

  /** Takes note of a look: what was confirmed by then took until then at most. */
  void confirm(Lsn confirmed, Instant seen) {
    Message newest = null;
    while (!messages.isEmpty() && messages.getFirst().position().compareTo(confirmed) <= 0) {
      newest = messages.removeFirst();
    }
    if (newest != null) {
      confirmedAfter = age(newest.written(), seen);
    }
  }

  /** A server that ends before a message isn't the one that it was written to. */
  void dropBeyond(Lsn head) {
    messages.removeIf(message -> message.position().compareTo(head) > 0);
  }

  void drop() {
    messages.clear();
  }

  /** How long the newest confirmed message took; null before the first one. */
  @Nullable Duration confirmedAfter() {
    return confirmedAfter;
  }

  /** When the oldest message was written that waits; null if none does. */
  @Nullable Instant oldest() {
    Message oldest = messages.peekFirst();
    return oldest == null ? null : oldest.written();
  }

  private static Duration age(Instant from, Instant to) {
    Duration age = Duration.between(from, to);
    return age.isNegative() ? Duration.ZERO : age;
  }
}
