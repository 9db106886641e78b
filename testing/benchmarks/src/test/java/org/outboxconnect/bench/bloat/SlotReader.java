package org.outboxconnect.bench.bloat;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.postgresql.PGConnection;
import org.postgresql.PGProperty;
import org.postgresql.replication.PGReplicationStream;

/** Reads slot {@code outbox} as a connector does, counts the events and confirms them. */
final class SlotReader implements AutoCloseable {

  private static final long PAUSE_NANOS = 5_000_000;

  private final AtomicLong events = new AtomicLong();
  private final CompletableFuture<Void> reading;
  private volatile boolean stopped;

  SlotReader(PostgresServer postgres) {
    reading = Background.run("reader", () -> read(postgres));
  }

  private void read(PostgresServer postgres) throws Exception {
    Properties properties = new Properties();
    PGProperty.USER.set(properties, postgres.user());
    PGProperty.PASSWORD.set(properties, postgres.password());
    PGProperty.REPLICATION.set(properties, "database");
    PGProperty.PREFER_QUERY_MODE.set(properties, "simple");
    PGProperty.ASSUME_MIN_SERVER_VERSION.set(properties, "14");
    try (Connection connection = DriverManager.getConnection(postgres.jdbcUrl(), properties);
        PGReplicationStream stream =
            connection
                .unwrap(PGConnection.class)
                .getReplicationAPI()
                .replicationStream()
                .logical()
                .withSlotName("outbox")
                .withSlotOption("proto_version", 1)
                .withSlotOption("publication_names", "outbox")
                .start()) {
      while (!stopped) {
        ByteBuffer message = stream.readPending();
        if (message == null) {
          LockSupport.parkNanos(PAUSE_NANOS);
          continue;
        }
        switch ((char) message.get(message.position())) {
          case 'I' -> events.incrementAndGet();
          case 'C' -> stream.setFlushedLSN(stream.getLastReceiveLSN());
          default -> {} // begin, and what describes the table
        }
      }
    }
  }

  /** Events that have arrived. */
  long events() {
    return events.get();
  }

  boolean hasFailed() {
    return reading.isDone();
  }

  /** Stops reading, and throws what the reader threw. */
  @Override
  public void close() {
    stopped = true;
    reading.join();
  }
}
