package org.outboxconnect.monitor.sample;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the WAL archiver did. An archiver that fails keeps WAL as a slot does.
 *
 * @param archived segments archived
 * @param failed attempts that failed
 * @param sinceArchived null if never
 * @param sinceFailed null if never
 */
public record Archiver(
    long archived, long failed, @Nullable Duration sinceArchived, @Nullable Duration sinceFailed) {

  /** Tells whether the newest attempt failed. */
  public boolean isFailing() {
    Duration failure = sinceFailed;
    Duration success = sinceArchived;
    return failure != null && (success == null || failure.compareTo(success) < 0);
  }
}
