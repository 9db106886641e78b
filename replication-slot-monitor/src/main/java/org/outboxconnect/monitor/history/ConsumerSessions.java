package org.outboxconnect.monitor.history;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.WalSender;

/** The processes that have held a slot lately, one after the other. Not thread-safe. */
final class ConsumerSessions {

  /** Bounds the memory however often consumers come and go. */
  private static final int MOST = 64;

  private final Deque<Session> sessions = new ArrayDeque<>();

  private record Session(Instant seen, int pid, String application) {}

  /** Notes who holds the slot; {@code seen} is when that was seen first. */
  void add(Instant seen, SlotSample slot) {
    Integer pid = slot.use().pid();
    Session newest = sessions.peekLast();
    if (pid == null || (newest != null && newest.pid() == pid)) {
      return;
    }
    String application = slot.sender().value().map(WalSender::application).orElse("");
    sessions.addLast(new Session(seen, pid, application));
    if (sessions.size() > MOST) {
      sessions.removeFirst();
    }
  }

  int seenAfter(Instant from) {
    return (int) after(from).count();
  }

  Set<String> applicationsAfter(Instant from) {
    return after(from)
        .map(Session::application)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }

  private Stream<Session> after(Instant from) {
    return sessions.stream().filter(session -> session.seen().isAfter(from));
  }
}
