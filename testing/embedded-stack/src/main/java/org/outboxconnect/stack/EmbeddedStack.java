package org.outboxconnect.stack;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.stack.connect.ConnectCluster;
import org.outboxconnect.stack.kafka.KafkaBroker;
import org.outboxconnect.stack.net.TcpProxy;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.FreePorts;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.WorkFolder;

/**
 * PostgreSQL, a Kafka broker and distributed Connect workers, each a real process that can be
 * killed and started again on its data.
 *
 * <p>{@link #close()} leaves no process and no folder. The same happens when {@code start()} fails
 * half-way, when the JVM ends without closing, and on SIGINT and SIGTERM; after SIGKILL of the JVM
 * no process is left on Linux, but the folder is.
 *
 * <p>Asking is safe for many threads. What is started and ended is for one thread to decide.
 */
public final class EmbeddedStack implements AutoCloseable {

  private final WorkFolder folder = WorkFolder.create();
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Consumer<String> progress;
  private @Nullable PostgresServer postgres;
  private @Nullable KafkaBroker broker;
  private @Nullable ConnectCluster connect;
  private @Nullable TcpProxy databaseProxy;
  private @Nullable TcpProxy brokerProxy;
  private @Nullable String workersServers;

  private EmbeddedStack(Consumer<String> progress) {
    this.progress = progress;
  }

  /**
   * Prepares a stack; without any call: PostgreSQL 18, the broker and one worker of Connect 4.4.
   */
  public static EmbeddedStackBuilder builder() {
    return new EmbeddedStackBuilder();
  }

  static EmbeddedStack start(EmbeddedStackBuilder plan) {
    if (plan.kafka) {
      plan.connect.check();
    }
    EmbeddedStack stack = new EmbeddedStack(plan.progress);
    try {
      stack.startServers(plan);
      stack.startWorkers(plan);
      return stack;
    } catch (RuntimeException failure) {
      stack.keepLogs(plan.failureLogs);
      stack.closeAfter(failure);
      throw failure;
    }
  }

  /** The database server. */
  public PostgresServer postgres() {
    return started(postgres, "PostgreSQL");
  }

  /** The broker. */
  public KafkaBroker broker() {
    return started(broker, "broker");
  }

  /**
   * Where the workers reach the broker: by a proxy or a login if they have one, otherwise as all
   * do.
   */
  public String workersBootstrapServers() {
    return workersServers == null ? broker().bootstrapServers() : workersServers;
  }

  /** The Connect workers. */
  public ConnectCluster connect() {
    return started(connect, "Connect");
  }

  /** Between workers and database, see {@link EmbeddedStackBuilder#workersBehindProxies()}. */
  public TcpProxy databaseProxy() {
    return started(databaseProxy, "a proxy before the database");
  }

  /** Between workers and broker, see {@link EmbeddedStackBuilder#workersBehindProxies()}. */
  public TcpProxy brokerProxy() {
    return started(brokerProxy, "a proxy before the broker");
  }

  /**
   * Where the workers read the secrets, one file each; what {@code /etc/outbox/secrets} stands for.
   */
  public Path secretsFolder() {
    return connect().secretsFolder();
  }

  /** The folder of all data; gone after {@link #close()}. Further parts may be started in it. */
  public WorkFolder workFolder() {
    return folder;
  }

  /** The folder with one log per part; gone after {@link #close()}. */
  public Path logs() {
    return folder.logs();
  }

  /** Copies the logs to a folder that stays. */
  public void copyLogsTo(Path target) {
    folder.copyLogsTo(target);
  }

  /**
   * Ends all parts by SIGKILL and deletes the folder. Closing twice does no harm.
   *
   * @throws StackException if something is left; the other parts have been ended
   */
  @Override
  public void close() {
    RuntimeException first = null;
    for (AutoCloseable part : partsLastFirst()) {
      first = closePart(part, first);
    }
    first = closePart(folder, first);
    if (first != null) {
      throw first;
    }
  }

  private synchronized Deque<AutoCloseable> partsLastFirst() {
    return new ArrayDeque<>(parts);
  }

  private synchronized void own(AutoCloseable part) {
    parts.addFirst(part);
  }

  private void startServers(EmbeddedStackBuilder plan) {
    if (plan.proxies || plan.login != null) {
      int listenerPort = FreePorts.next();
      workersServers = "127.0.0.1:" + listenerPort;
      if (plan.proxies) {
        brokerProxy = proxyTo("127.0.0.1", listenerPort);
        workersServers = brokerProxy.host() + ":" + brokerProxy.port();
      }
      plan.broker.detour(listenerPort, workersServers, plan.login);
    }
    CompletableFuture<PostgresServer> database =
        async(() -> plan.postgres == null ? null : plan.postgres.start(folder), "PostgreSQL");
    CompletableFuture<KafkaBroker> kafka =
        async(() -> plan.kafka ? plan.broker.start(folder) : null, "broker");
    // Both are waited for, also when one fails: what comes up late has to be closed as well.
    CompletableFuture<Void> both = CompletableFuture.allOf(database, kafka);
    try {
      both.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof StackException cause
          ? cause
          : new StackException("Cannot start the stack: " + failed.getCause(), failed.getCause());
    }
    postgres = database.join();
    broker = kafka.join();
  }

  private <T extends @Nullable AutoCloseable> CompletableFuture<T> async(
      Supplier<T> start, String what) {
    // Threads of our own: those of the common pool don't see this thread's class loader.
    return CompletableFuture.supplyAsync(
        () -> timed(start, what), task -> new Thread(task, "outbox-stack-" + what).start());
  }

  private void startWorkers(EmbeddedStackBuilder plan) {
    if (!plan.kafka) {
      return;
    }
    ConnectCluster.Builder workers = plan.connect;
    if (postgres != null) {
      if (plan.proxies) {
        databaseProxy = proxyTo(postgres.host(), postgres.port());
      }
      int port = databaseProxy == null ? postgres.port() : databaseProxy.port();
      workers
          .environmentDefault("OUTBOX_DB_HOST", postgres.host())
          .environmentDefault("OUTBOX_DB_PORT", Integer.toString(port))
          .environmentDefault("OUTBOX_DB_NAME", "postgres")
          .environmentDefault("OUTBOX_DB_USER", postgres.user());
    }
    connect = timed(() -> workers.start(folder, workersBootstrapServers()), "Connect");
  }

  private TcpProxy proxyTo(String host, int port) {
    TcpProxy proxy = TcpProxy.to(host, port);
    own(proxy);
    return proxy;
  }

  private <T extends @Nullable AutoCloseable> T timed(Supplier<T> start, String what) {
    long begin = System.nanoTime();
    T part = start.get();
    if (part != null) {
      own(part);
      progress.accept("%s is up (%.1f s)".formatted(what, (System.nanoTime() - begin) / 1e9));
    }
    return part;
  }

  private void keepLogs(@Nullable Path target) {
    if (target != null) {
      folder.copyLogsTo(target);
      progress.accept("Logs of the failed start: " + target.toAbsolutePath());
    }
  }

  private void closeAfter(RuntimeException failure) {
    try {
      close();
    } catch (RuntimeException alsoFailed) {
      failure.addSuppressed(alsoFailed);
    }
  }

  private static @Nullable RuntimeException closePart(
      AutoCloseable part, @Nullable RuntimeException first) {
    try {
      part.close();
      return first;
    } catch (Exception failure) {
      if (first == null) {
        return new StackException("Cannot close the stack", failure);
      }
      first.addSuppressed(failure);
      return first;
    }
  }

  private static <T> T started(@Nullable T part, String what) {
    if (part == null) {
      throw new StackException("This stack was built without " + what);
    }
    return part;
  }
}
