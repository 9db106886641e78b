package org.outboxconnect.monitor.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Reading;

/**
 * What the monitor knows about one configured server. Immutable.
 *
 * @param server its name in the configuration
 * @param look the newest poll that succeeded; null before the first one
 * @param failure why the newest poll failed; null if it succeeded, or there was none yet
 * @param lastAttempt when the newest poll began; null before the first one
 * @param polls polls since the monitor started
 * @param failedPolls those that failed
 * @param events what happened to the server lately, oldest first; at most {@link #MOST_EVENTS}
 */
public record ServerStatus(
    String server,
    @Nullable Look look,
    Reading.@Nullable Unknown<?> failure,
    @Nullable Instant lastAttempt,
    long polls,
    long failedPolls,
    List<Event> events) {

  /** How many events are kept. */
  public static final int MOST_EVENTS = 20;

  /** After so many poll intervals without success what is known counts as stale. */
  public static final int STALE_INTERVALS = 3;

  /** Copies. */
  public ServerStatus {
    events = List.copyOf(events);
  }

  /**
   * Something that happened to a server and is no fault of a slot.
   *
   * @param at when it was seen
   * @param kind a word in lower case, for example {@code role_changed}
   * @param text a sentence
   */
  public record Event(Instant at, String kind, String text) {}

  /** Before the first poll. */
  public static ServerStatus starting(String server) {
    return new ServerStatus(server, null, null, null, 0, 0, List.of());
  }

  /** Tells whether the newest poll succeeded. */
  public boolean isUp() {
    return look != null && failure == null;
  }

  /** Tells whether nothing was seen for so long that what is known may be wrong by now. */
  public boolean isStale(Instant now, Duration pollInterval) {
    Look newest = look;
    return newest == null
        || Duration.between(newest.at(), now).compareTo(pollInterval.multipliedBy(STALE_INTERVALS))
            > 0;
  }
}
