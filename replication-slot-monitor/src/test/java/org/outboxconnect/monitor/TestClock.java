package org.outboxconnect.monitor;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that moves when it is told to. */
public final class TestClock implements InstantSource {

  private Instant now = Instant.parse("2026-11-30T00:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  public void advance(Duration time) {
    now = now.plus(time);
  }
}
