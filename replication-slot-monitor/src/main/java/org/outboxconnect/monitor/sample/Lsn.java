package org.outboxconnect.monitor.sample;

/**
 * A position in a server's write-ahead log.
 *
 * @param bytes distance from position {@code 0/0}
 */
public record Lsn(long bytes) implements Comparable<Lsn> {

  /** Refuses a negative distance: beyond 8 EiB of WAL no server has come. */
  public Lsn {
    if (bytes < 0) {
      throw new IllegalArgumentException("Expected a position from 0 on, found " + bytes);
    }
  }

  /** Bytes from another position to this one; negative if this one comes first. */
  public long minus(Lsn other) {
    return bytes - other.bytes;
  }

  /** The position so many bytes further on. */
  public Lsn plus(long distance) {
    return new Lsn(bytes + distance);
  }

  @Override
  public int compareTo(Lsn other) {
    return Long.compare(bytes, other.bytes);
  }

  /** As PostgreSQL writes it, for example {@code 16/B374D848}. */
  @Override
  public String toString() {
    return "%X/%X".formatted(bytes >>> 32, bytes & 0xFFFF_FFFFL);
  }
}
