package org.outboxconnect.stack;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.stack.connect.ConnectCluster;
import org.outboxconnect.stack.kafka.KafkaBroker;
import org.outboxconnect.stack.kafka.ScramLogin;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.postgres.PostgresServerBuilder;
import org.outboxconnect.stack.process.StackException;

/** Prepares an {@link EmbeddedStack}. For one thread and one start. */
public final class EmbeddedStackBuilder {

  final KafkaBroker.Builder broker = KafkaBroker.builder();
  final ConnectCluster.Builder connect = ConnectCluster.builder();
  @Nullable PostgresServerBuilder postgres = PostgresServer.builder();
  boolean kafka = true;
  boolean proxies;
  @Nullable ScramLogin login;
  Consumer<String> progress = line -> {};
  @Nullable Path failureLogs;

  EmbeddedStackBuilder() {}

  /** Major version of PostgreSQL, 14 to 18; 18 if not set. */
  public EmbeddedStackBuilder postgres(int major) {
    postgresOrNew().major(major);
    return this;
  }

  /** A line of postgresql.conf. */
  public EmbeddedStackBuilder postgresSetting(String key, String value) {
    postgresOrNew().setting(key, value);
    return this;
  }

  /** Starts no database. */
  public EmbeddedStackBuilder withoutPostgres() {
    postgres = null;
    return this;
  }

  /** Starts the database only: no broker, no workers. */
  public EmbeddedStackBuilder withoutKafka() {
    kafka = false;
    return this;
  }

  /** A broker property. */
  public EmbeddedStackBuilder brokerSetting(String key, String value) {
    broker.setting(key, value);
    return this;
  }

  /**
   * A zip or tar.gz that is unpacked into the folder that is plugin.path. It is looked for when the
   * stack starts, before anything else.
   */
  public EmbeddedStackBuilder pluginArchive(Path archive) {
    connect.pluginArchive(archive);
    return this;
  }

  /** A folder of plugin folders, added to plugin.path where it lies. */
  public EmbeddedStackBuilder pluginFolder(Path folder) {
    connect.pluginFolder(folder);
    return this;
  }

  /** How workers look for plugins, {@code service_load} if not set. */
  public EmbeddedStackBuilder pluginDiscovery(String mode) {
    connect.pluginDiscovery(mode);
    return this;
  }

  /** Number of workers that are started, 1 if not set. */
  public EmbeddedStackBuilder workers(int number) {
    connect.workers(number);
    return this;
  }

  /** Connect version of the workers, 4.1 to 4.4; 4.4 if not set. */
  public EmbeddedStackBuilder connectVersion(String minor) {
    connect.connectVersion(minor);
    return this;
  }

  /**
   * The packaged worker file. What it says wins over the stack's own base ({@code
   * scheduled.rebalance.max.delay.ms=0}, config providers env and dir), not over places and ports;
   * {@code /etc/outbox/secrets} in it becomes the stack's secrets folder.
   */
  public EmbeddedStackBuilder workerProperties(Path file) {
    connect.workerProperties(file);
    return this;
  }

  /**
   * Further lines of the workers, from a file; each wins over everything, like {@link
   * #workerSetting}.
   *
   * @throws StackException if the file can't be read
   */
  public EmbeddedStackBuilder furtherWorkerProperties(Path file) {
    Properties lines = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      lines.load(reader);
    } catch (IOException | IllegalArgumentException failure) {
      throw new StackException("Cannot read worker properties [%s]".formatted(file), failure);
    }
    lines.stringPropertyNames().forEach(key -> workerSetting(key, lines.getProperty(key)));
    return this;
  }

  /**
   * A worker property; wins over everything. {@code /etc/outbox/secrets} in it becomes the stack's
   * secrets folder.
   */
  public EmbeddedStackBuilder workerSetting(String key, String value) {
    connect.workerSetting(key, value);
    return this;
  }

  /**
   * Lets the workers reach database and broker through proxies that a test can cut; everybody else
   * goes the straight way.
   */
  public EmbeddedStackBuilder workersBehindProxies() {
    proxies = true;
    return this;
  }

  /**
   * Lets the workers reach the broker over SASL_SSL only, and as this user only; everybody else
   * goes the straight way. What the workers need for it, the caller sets.
   */
  public EmbeddedStackBuilder workersLogIn(ScramLogin user) {
    login = user;
    return this;
  }

  /** REST port of the first worker, a free one if not set. */
  public EmbeddedStackBuilder restPort(int port) {
    connect.restPort(port);
    return this;
  }

  /**
   * An environment variable of the workers. Not set by the caller: {@code OUTBOX_DB_HOST}, {@code
   * OUTBOX_DB_PORT}, {@code OUTBOX_DB_NAME} and {@code OUTBOX_DB_USER} name this stack's server,
   * the database {@code postgres} and the superuser.
   */
  public EmbeddedStackBuilder environment(String key, String value) {
    connect.environment(key, value);
    return this;
  }

  /** A secret: a file of this name with mode 600 in the secrets folder, without a line end. */
  public EmbeddedStackBuilder secret(String file, String value) {
    connect.secret(file, value);
    return this;
  }

  /** Lets the JVMs of broker and workers compile as in production and use up to 1 GB each. */
  public EmbeddedStackBuilder fullSpeed() {
    broker.fullSpeed(true).heapMegabytes(1024);
    connect.fullSpeed(true).heapMegabytes(1024);
    return this;
  }

  /** Gets a line whenever a part is up; called on any thread. */
  public EmbeddedStackBuilder progress(Consumer<String> listener) {
    this.progress = listener;
    return this;
  }

  /** Where the logs are copied to if the start fails; not kept if not set. */
  public EmbeddedStackBuilder keepLogsOfFailedStart(Path folder) {
    this.failureLogs = folder;
    return this;
  }

  /**
   * Starts database and broker at the same time, then the workers, and returns when all are ready:
   * about 15 seconds on two cores.
   *
   * @throws org.outboxconnect.stack.process.StackException if an archive is missing, a port taken
   *     or a part doesn't come up; no process and no folder is left then
   */
  public EmbeddedStack start() {
    return EmbeddedStack.start(this);
  }

  private PostgresServerBuilder postgresOrNew() {
    if (postgres == null) {
      postgres = PostgresServer.builder();
    }
    return postgres;
  }
}
