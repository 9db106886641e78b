package org.outboxconnect.stack.postgres;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.stack.process.FreePorts;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.WorkFolder;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A real PostgreSQL server that can be killed and started again on its data.
 *
 * <p>It is durable ({@code fsync}, {@code full_page_writes} and {@code synchronous_commit} are on),
 * writes logical WAL, listens on the loopback address only and asks every role for a password. Its
 * port stays the same over restarts.
 *
 * <p>Safe for use by many threads; starting and ending wait for each other.
 */
public final class PostgresServer implements AutoCloseable {

  /** The major versions that can be started, oldest first. */
  public static final List<Integer> MAJORS = PostgresBinaries.MAJORS;

  private static final String HOST = "127.0.0.1";
  private static final String SUPERUSER = "postgres";
  private static final String PASSWORD = "postgres";

  private final int major;
  private final String name;
  private final int port;
  private final Path log;
  private final PostgresBinaries binaries;
  private final RunAs runAs;
  private final DataFolder data;
  private final Map<String, String> settings;
  private @Nullable Postmaster postmaster;

  private PostgresServer(Builder builder, Path folder, Path log) throws IOException {
    this.major = builder.major;
    this.name = String.valueOf(folder.getFileName());
    this.port = builder.port == 0 ? FreePorts.next() : builder.port;
    this.log = log;
    this.runAs = RunAs.here();
    SharedCache cache = SharedCache.of(runAs);
    this.binaries = PostgresBinaries.of(major, cache);
    this.settings = new LinkedHashMap<>(builder.settings);
    settings.put("port", String.valueOf(port));
    this.data = DataFolder.create(folder.resolve("data"), binaries, runAs, cache, PASSWORD);
  }

  /** Starts to describe a server; by default PostgreSQL 18 on a free port. */
  public static Builder builder() {
    return new Builder();
  }

  /** The major version, for example 18. */
  public int major() {
    return major;
  }

  /** The address that the server listens on. */
  public String host() {
    return HOST;
  }

  /** The port that the server listens on, also after a restart. */
  public int port() {
    return port;
  }

  /** The name of the superuser. */
  public String user() {
    return SUPERUSER;
  }

  /** The password of the superuser; good for nothing outside this machine. */
  public String password() {
    return PASSWORD;
  }

  /** The JDBC URL of database {@code postgres}, without user and password. */
  public String jdbcUrl() {
    return jdbcUrl(SUPERUSER);
  }

  /** The JDBC URL of a database, without user and password. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://%s:%d/%s".formatted(HOST, port, requireNonNull(database, "database"));
  }

  /** Connects the superuser to database {@code postgres}, in autocommit; the caller closes. */
  public Connection connect() throws SQLException {
    return connect(SUPERUSER, PASSWORD);
  }

  /** Connects a role to database {@code postgres}, in autocommit; the caller closes. */
  public Connection connect(String user, String password) throws SQLException {
    return DriverManager.getConnection(jdbcUrl(), user, password);
  }

  /** A source of new superuser connections to database {@code postgres}; it pools nothing. */
  public DataSource dataSource() {
    return dataSource(SUPERUSER);
  }

  /** A source of new superuser connections to a database; it pools nothing. */
  public DataSource dataSource(String database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl(database));
    source.setUser(SUPERUSER);
    source.setPassword(PASSWORD);
    return source;
  }

  /** Creates an empty database owned by the superuser. */
  public void createDatabase(String database) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + statement.enquoteIdentifier(database, true));
    }
  }

  /** The log of all runs of this server. */
  public Path logFile() {
    return log;
  }

  /**
   * The pid of the running postmaster.
   *
   * @throws StackException if the server doesn't run
   */
  public synchronized long pid() {
    return running().pid();
  }

  /** Tells whether the server runs. */
  public synchronized boolean isAlive() {
    return postmaster != null && postmaster.isAlive();
  }

  /**
   * Starts the server again on its data and returns when it accepts connections; after a kill that
   * is after crash recovery.
   *
   * @throws StackException if it runs already, its port is taken, or it doesn't come up within two
   *     minutes; the text ends with the last lines of the log
   */
  public synchronized void start() {
    if (isAlive()) {
      throw new StackException("[%s] runs already, pid %d".formatted(name, pid()));
    }
    FreePorts.requireFree(name, port);
    data.forgetPostmaster();
    data.write(settings);
    postmaster = Postmaster.start(name, binaries, runAs, data, log);
  }

  /**
   * Ends sessions and server in order, with a checkpoint. Does nothing if it doesn't run.
   *
   * <p>A server waits for its walsenders; one that has not ended after a minute is killed.
   */
  public synchronized void stop() {
    if (postmaster != null) {
      postmaster.stop();
      postmaster = null;
    }
  }

  /**
   * Sends SIGKILL to the postmaster and all its children and returns when they are gone. Does
   * nothing if the server doesn't run.
   */
  public synchronized void kill() {
    if (postmaster != null) {
      postmaster.kill();
      postmaster = null;
    }
  }

  /** Ends the server without a checkpoint. Its files go with the work folder. */
  @Override
  public synchronized void close() {
    if (postmaster != null) {
      postmaster.abort();
      postmaster = null;
    }
  }

  @Override
  public String toString() {
    return "%s (PostgreSQL %d on port %d)".formatted(name, major, port);
  }

  private Postmaster running() {
    if (postmaster == null || !postmaster.isAlive()) {
      throw new StackException("[%s] doesn't run; its log is [%s]".formatted(name, log));
    }
    return postmaster;
  }

  /** Describes a server. Not thread-safe; may start several servers one after the other. */
  public static final class Builder {

    private final Map<String, String> settings = Settings.durable();
    private int major = 18;
    private int port;

    private Builder() {}

    /** Chooses the major version, one of {@link #MAJORS}. */
    public Builder major(int major) {
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
    public Builder setting(String name, String value) {
      settings.put(Settings.requireFree(name), requireNonNull(value, "value"));
      return this;
    }

    /** Listens on this port; 0, the default, is any free one. */
    public Builder port(int port) {
      this.port = port;
      return this;
    }

    /**
     * Makes a new server with empty data and starts it.
     *
     * @param workFolder holds data and log; closing it deletes them
     * @throws StackException if there is no such major, the port is taken, or the server doesn't
     *     come up
     */
    public PostgresServer start(WorkFolder workFolder) {
      try {
        ServerFolder folder = ServerFolder.in(workFolder);
        PostgresServer server = new PostgresServer(this, folder.path(), folder.log());
        server.start();
        return server;
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }
}
