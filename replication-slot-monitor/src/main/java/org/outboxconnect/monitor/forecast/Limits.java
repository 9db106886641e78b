package org.outboxconnect.monitor.forecast;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits that a server can't tell.
 *
 * @param walVolumeBytes size of the volume that holds the WAL; null if unknown
 * @param providerIdle after how long without a consumer the provider removes a slot; null if never
 */
public record Limits(@Nullable Long walVolumeBytes, @Nullable Duration providerIdle) {

  /** Nothing is known. */
  public static final Limits UNKNOWN = new Limits(null, null);
}
