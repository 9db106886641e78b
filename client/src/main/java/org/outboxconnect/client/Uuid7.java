package org.outboxconnect.client;

import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * UUIDs of version 7 (RFC 9562): 48 bits of Unix milliseconds, a counter of 12 bits, 62 random
 * bits. Each is greater than all that the same instance made before, on whatever thread and also
 * when the clock stands still or steps back: then the counter goes on, and carries into the
 * milliseconds.
 */
final class Uuid7 {

  private static final int COUNTER_BITS = 12;
  private static final long COUNTER_MASK = (1L << COUNTER_BITS) - 1;
  // The top bit of a fresh counter is zero, so that 2048 ids at least fit before it carries.
  private static final long FRESH_COUNTER_MASK = COUNTER_MASK >> 1;
  private static final long RANDOM_MASK = (1L << 62) - 1;
  private static final long VERSION = 7L << COUNTER_BITS;
  private static final long VARIANT = 1L << 63;

  /** The one that all events of this process share. */
  static final Uuid7 SHARED = new Uuid7(System::currentTimeMillis, new SecureRandom()::nextLong);

  private final LongSupplier clockMillis;
  private final LongSupplier random;
  private final AtomicLong last = new AtomicLong(); // milliseconds and counter, as one number

  Uuid7(LongSupplier clockMillis, LongSupplier random) {
    this.clockMillis = clockMillis;
    this.random = random;
  }

  UUID next() {
    long fresh =
        clockMillis.getAsLong() << COUNTER_BITS | (random.getAsLong() & FRESH_COUNTER_MASK);
    LongUnaryOperator advance = previous -> Math.max(previous + 1, fresh);
    long position = last.updateAndGet(advance);
    long high = (position & ~COUNTER_MASK) << 4 | VERSION | (position & COUNTER_MASK);
    return new UUID(high, VARIANT | (random.getAsLong() & RANDOM_MASK));
  }
}
