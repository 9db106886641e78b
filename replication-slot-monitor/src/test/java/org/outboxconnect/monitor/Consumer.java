package org.outboxconnect.monitor;

import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.postgresql.PGConnection;
import org.postgresql.replication.LogSequenceNumber;
import org.postgresql.replication.PGReplicationStream;

/** A real consumer of a logical slot, whose manners can be changed while it is connected. */
public final class Consumer implements AutoCloseable {

  /** What it does with what it is sent. */
  public enum Manner {
    /** Takes and confirms all. */
    CONFIRMS,
    /** Takes all, says that it lives, and confirms nothing. */
    TAKES,
    /** Stays connected and does nothing. */
    FROZEN
  }

  private static final Duration GENEROUS = Duration.ofSeconds(30);

  private final Connection connection;
  private final PGReplicationStream stream;
  private final Thread thread = new Thread(this::consume, "consumer");
  private volatile Manner manner;
  private volatile long confirmed;
  private volatile boolean closed;
  private volatile Exception failure;

  private Consumer(Connection connection, PGReplicationStream stream, Manner manner) {
    this.connection = connection;
    this.stream = stream;
    this.manner = manner;
  }

  /** Connects to slot and publication {@code outbox}. */
  public static Consumer of(PostgresServer server, Manner manner) throws SQLException {
    return of(server, server.user(), server.password(), manner);
  }

  /** The same as another role. */
  public static Consumer of(PostgresServer server, String user, String password, Manner manner)
      throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    properties.setProperty("replication", "database");
    properties.setProperty("assumeMinServerVersion", "14");
    properties.setProperty("preferQueryMode", "simple");
    Connection connection = DriverManager.getConnection(server.jdbcUrl(), properties);
    try {
      Consumer consumer = new Consumer(connection, stream(connection), manner);
      consumer.thread.setDaemon(true);
      consumer.thread.start();
      return consumer;
    } catch (SQLException refused) {
      connection.close();
      throw refused;
    }
  }

  private static PGReplicationStream stream(Connection connection) throws SQLException {
    return connection
        .unwrap(PGConnection.class)
        .getReplicationAPI()
        .replicationStream()
        .logical()
        .withSlotName("outbox")
        .withSlotOption("proto_version", "1")
        .withSlotOption("publication_names", "outbox")
        .withStatusInterval(1, TimeUnit.SECONDS)
        .withAutomaticFlush(false)
        .start();
  }

  public void set(Manner manner) {
    this.manner = manner;
  }

  /** Confirms up to here, as far as it has come, while it only takes. */
  public void confirm(Lsn position) {
    confirmed = position.bytes();
  }

  private void consume() {
    try {
      while (!closed) {
        step();
      }
    } catch (SQLException ended) {
      failure = ended;
    }
  }

  private void step() throws SQLException {
    ByteBuffer message = manner == Manner.FROZEN ? null : stream.readPending();
    confirm(manner == Manner.CONFIRMS ? Long.MAX_VALUE : confirmed);
    if (message == null) {
      if (manner != Manner.FROZEN) {
        stream.forceUpdateStatus();
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private void confirm(long most) {
    LogSequenceNumber received = stream.getLastReceiveLSN();
    LogSequenceNumber upTo = received.asLong() <= most ? received : LogSequenceNumber.valueOf(most);
    if (most > 0) {
      stream.setAppliedLSN(upTo);
      stream.setFlushedLSN(upTo);
    }
  }

  /** Tells whether it is to be heard of again and again. */
  public boolean isTalking() {
    return !closed && failure == null && manner != Manner.FROZEN;
  }

  /** What ended it, if anything did. */
  public Exception failure() {
    return failure;
  }

  /** Disconnects, and returns when the server has noticed. */
  public void leave(PostgresServer server) throws Exception {
    close();
    Wait.require(
        "the slot to be free",
        GENEROUS,
        () ->
            Sql.ask(server, "SELECT active FROM pg_replication_slots WHERE slot_name = 'outbox'")
                .equals("f"));
  }

  @Override
  public void close() throws SQLException {
    closed = true;
    try {
      thread.join(GENEROUS.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      connection.close();
    } catch (SQLException broken) {
      if (failure == null) {
        throw broken;
      }
    }
  }
}
