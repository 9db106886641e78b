package org.outboxconnect.stack.postgres;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.Wait;
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

  private static final String DATABASE = "postgres";
  private static final Duration RELOAD = Duration.ofSeconds(30);

  private final Instance instance;
  private final List<PostgresServer> standbys = new CopyOnWriteArrayList<>();

  PostgresServer(Instance instance) {
    this.instance = instance;
  }

  /** Starts to describe a server; by default PostgreSQL 18 on a free port. */
  public static PostgresServerBuilder builder() {
    return new PostgresServerBuilder();
  }

  /** The major version, for example 18. */
  public int major() {
    return instance.major();
  }

  /** The address that the server listens on. */
  public String host() {
    return Instance.HOST;
  }

  /** The port that the server listens on, also after a restart. */
  public int port() {
    return instance.port();
  }

  /** The name of the superuser. */
  public String user() {
    return Instance.SUPERUSER;
  }

  /** The password of the superuser; good for nothing outside this machine. */
  public String password() {
    return Instance.PASSWORD;
  }

  /** The JDBC URL of database {@code postgres}, without user and password. */
  public String jdbcUrl() {
    return jdbcUrl(DATABASE);
  }

  /** The JDBC URL of a database with any name, without user and password. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://%s:%d/%s"
        .formatted(
            host(),
            port(),
            URLEncoder.encode(requireNonNull(database, "database"), StandardCharsets.UTF_8));
  }

  /** Connects the superuser to database {@code postgres}, in autocommit; the caller closes. */
  public Connection connect() throws SQLException {
    return connect(user(), password());
  }

  /** Connects a role to database {@code postgres}, in autocommit; the caller closes. */
  public Connection connect(String user, String password) throws SQLException {
    return DriverManager.getConnection(jdbcUrl(), user, password);
  }

  /** A source of new superuser connections to database {@code postgres}; it pools nothing. */
  public DataSource dataSource() {
    return dataSource(DATABASE);
  }

  /** A source of new superuser connections to a database; it pools nothing. */
  public DataSource dataSource(String database) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(jdbcUrl(database));
    source.setUser(user());
    source.setPassword(password());
    return source;
  }

  /** Creates an empty database with any name, owned by the superuser. */
  public void createDatabase(String database) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      // The driver's own enquoteIdentifier refuses a name with a quote.
      statement.execute("CREATE DATABASE \"" + database.replace("\"", "\"\"") + "\"");
    }
  }

  /** The log of all runs of this server. */
  public Path logFile() {
    return instance.folder().log();
  }

  /**
   * The pid of the running postmaster.
   *
   * @throws StackException if the server doesn't run
   */
  public long pid() {
    return instance.pid();
  }

  /** Tells whether the server runs. */
  public boolean isAlive() {
    return instance.isAlive();
  }

  /**
   * Starts the server again on its data and returns when it accepts connections; after a kill that
   * is after crash recovery.
   *
   * @throws StackException if it runs already, its port is taken, or it doesn't come up within two
   *     minutes; the text ends with the last lines of the log
   */
  public void start() {
    instance.start();
  }

  /**
   * Ends sessions and server in order, with a checkpoint. Does nothing if it doesn't run.
   *
   * <p>A server waits for its walsenders; one that has not ended after a minute is killed.
   */
  public void stop() {
    instance.stop();
  }

  /**
   * Sends SIGKILL to the postmaster and all its children and returns when they are gone. Does
   * nothing if the server doesn't run.
   */
  public void kill() {
    instance.kill();
  }

  /**
   * Changes a setting of the running server, also for its later starts, and returns when new
   * sessions see it. What only a restart can change waits for one.
   *
   * @param value without quotes, for example {@code 64MB}
   * @throws IllegalArgumentException if that isn't the name of a setting, or one that the stack
   *     must know
   */
  public synchronized void set(String name, String value) throws SQLException {
    instance.set(name, requireNonNull(value, "value"));
    String loaded = ask("SELECT pg_conf_load_time()");
    ask("SELECT pg_reload_conf()");
    Wait.require(
        "%s to read [%s]".formatted(this, name),
        RELOAD,
        () -> !ask("SELECT pg_conf_load_time()").equals(loaded));
  }

  /**
   * Copies the running server and starts a standby on the copy: asynchronous streaming by a
   * physical slot of the standby's own, and from 17 on with failover slots that follow within a
   * second or two. It ends with {@link #close()} of this server, if it hasn't before.
   *
   * @throws StackException if one of the two doesn't run
   */
  public PostgresServer startStandby() throws SQLException {
    instance.pid();
    try (Connection connection = connect()) {
      PostgresServer standby = new PostgresServer(instance.copyAsStandby(connection));
      standbys.add(standby);
      standby.start();
      return standby;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * From now on a failover slot of this server hands a change on only after the standby has it, so
   * that a consumer never is ahead of the standby ({@code synchronized_standby_slots}).
   *
   * @throws StackException before PostgreSQL 17
   */
  public void holdFailoverSlotsFor(PostgresServer standby) throws SQLException {
    if (major() < Settings.FAILOVER_SLOTS_SINCE) {
      throw new StackException(
          "%s has no failover slots: expected major 17 or later".formatted(this));
    }
    set(Settings.SYNCHRONIZED_SLOTS, standby.instance.folder().slot());
  }

  /**
   * Makes a primary of this standby and returns when it takes writes. Its old primary should be
   * dead.
   *
   * @throws StackException if it isn't promoted within a minute
   * @throws SQLException if it is no standby
   */
  public void promote() throws SQLException {
    if (!"t".equals(ask("SELECT pg_promote(true, 60)"))) {
      throw new StackException("%s was not promoted; its log is [%s]".formatted(this, logFile()));
    }
  }

  /** Ends standbys and server without a checkpoint. The files go with the work folder. */
  @Override
  public void close() {
    standbys.forEach(PostgresServer::close);
    instance.abort();
  }

  @Override
  public String toString() {
    return instance.toString();
  }

  private String ask(String query) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getString(1);
    }
  }
}
