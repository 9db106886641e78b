package org.outboxconnect.monitor.canary;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sees nothing.
 *
 * @param why a sentence; null if nobody asked to see
 */
record NoArrivals(@Nullable String why) implements Arrivals {

  @Override
  public void expect(String text, Instant written) {}

  @Override
  public Optional<Duration> newest() {
    return Optional.empty();
  }

  @Override
  public Optional<String> problem() {
    return Optional.ofNullable(why);
  }

  @Override
  public void close() {}
}
