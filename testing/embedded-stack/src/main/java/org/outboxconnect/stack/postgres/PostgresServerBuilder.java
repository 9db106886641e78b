package org.outboxconnect.stack.postgres;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.outboxconnect.stack.process.FreePorts;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.WorkFolder;

/**
 * Describes a {@link PostgresServer}. Not thread-safe; may start several servers one after the
 * other.
 */
public final class PostgresServerBuilder {

  private final Map<String, String> settings = Settings.durable();
  private int major = 18;
  private int port;

  PostgresServerBuilder() {}

  /** Chooses the major version, one of {@link PostgresServer#MAJORS}. */
  public PostgresServerBuilder major(int major) {
    this.major = major;
    return this;
  }

  /**
   * Adds a line of {@code postgresql.conf}, also against the defaults of the stack.
   *
   * @param value without quotes, for example {@code 64MB}
   * @throws IllegalArgumentException if that isn't the name of a setting, or one that the stack
   *     must know
   */
  public PostgresServerBuilder setting(String name, String value) {
    settings.put(Settings.requireFree(name), requireNonNull(value, "value"));
    return this;
  }

  /** Listens on this port; 0, the default, is any free one. */
  public PostgresServerBuilder port(int port) {
    this.port = port;
    return this;
  }

  /**
   * Makes a new server with empty data and starts it.
   *
   * @param workFolder holds data and log; closing it deletes them
   * @throws StackException if there is no such major, the port is taken, or the server doesn't come
   *     up
   */
  public PostgresServer start(WorkFolder workFolder) {
    try {
      Instance instance =
          Instance.create(
              Installation.of(major), workFolder, port == 0 ? FreePorts.next() : port, settings);
      PostgresServer server = new PostgresServer(instance);
      server.start();
      return server;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
