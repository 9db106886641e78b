package org.outboxconnect.monitor.history;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.ServerIdentity;
import org.outboxconnect.monitor.sample.ServerSample;

/**
 * What tells that the server is no longer the one of the looks before: its positions can't be
 * compared with theirs.
 *
 * @param systemIdentifier null if unknown
 * @param timeline null if unknown
 * @param head where it stood
 */
record Continuity(@Nullable Long systemIdentifier, @Nullable Integer timeline, Lsn head) {

  static Continuity of(ServerSample sample) {
    Optional<ServerIdentity> identity = sample.around().identity().value();
    return new Continuity(
        identity.map(ServerIdentity::systemIdentifier).orElse(null),
        identity.map(ServerIdentity::timeline).orElse(null),
        sample.position().head());
  }

  /** What breaks the line from this look to the next one; empty if nothing does. */
  Optional<String> brokenBy(Continuity next) {
    if (differ(systemIdentifier, next.systemIdentifier)) {
      return Optional.of("another server answers under this address");
    }
    if (differ(timeline, next.timeline)) {
      return Optional.of("the server is on another timeline: it was promoted or restored");
    }
    return next.head.compareTo(head) < 0
        ? Optional.of("the server's WAL ends before where it did: it was restored or replaced")
        : Optional.empty();
  }

  /** This look, with what it didn't see taken from the one before. */
  Continuity after(Continuity before) {
    return new Continuity(
        systemIdentifier == null ? before.systemIdentifier : systemIdentifier,
        timeline == null ? before.timeline : timeline,
        head);
  }

  private static boolean differ(@Nullable Object one, @Nullable Object other) {
    return one != null && other != null && !one.equals(other);
  }
}
