package org.outboxconnect.stack.connect;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.FreePorts;
import org.outboxconnect.stack.process.JavaCommand;
import org.outboxconnect.stack.process.RuntimeJvm;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/**
 * One distributed Connect worker in a JVM of its own. It can be killed and started again; its REST
 * port, and so its {@link #id()}, stay the same. Not safe for use by many threads, except for
 * asking.
 */
public final class ConnectWorker implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String MAIN = "org.apache.kafka.connect.cli.ConnectDistributed";
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

  private final String name;
  private final int restPort;
  private final WorkerPlan plan;
  private volatile @Nullable ChildProcess process;

  ConnectWorker(String name, int restPort, WorkerPlan plan) {
    this.name = name;
    this.restPort = restPort;
    this.plan = plan;
  }

  /** What all workers of a cluster have in common. */
  record WorkerPlan(
      WorkFolder folder,
      String runtime,
      WorkerSettings settings,
      Map<String, String> environment,
      int heapMegabytes,
      boolean fullSpeed) {}

  /** {@code worker-1}, {@code worker-2}, …; also the name of its log. */
  public String name() {
    return name;
  }

  /** {@code host:port}: how the group and the REST API call this worker. */
  public String id() {
    return "127.0.0.1:" + restPort;
  }

  /** Base of its REST API, for example {@code http://127.0.0.1:21083}; no slash at the end. */
  public String restUrl() {
    return "http://" + id();
  }

  /** Process id, also after its end; another one after each start. */
  public long pid() {
    return running().pid();
  }

  /** Tells whether the worker's process runs. */
  public boolean alive() {
    ChildProcess current = process;
    return current != null && current.isAlive();
  }

  /** The log, at INFO; a restart appends to it. */
  public Path logFile() {
    return plan.folder().log(name);
  }

  /**
   * Starts the worker, or starts it again, and returns when it has joined the group and serves
   * requests: about 5 to 10 seconds on two cores.
   *
   * @throws StackException if it runs, if its port is taken, or if it isn't ready in three minutes
   */
  public void start() {
    launch();
    awaitReady();
  }

  /**
   * Starts the worker's process and returns at once.
   *
   * @throws StackException if it runs, or if its port is taken
   */
  public void launch() {
    if (alive()) {
      throw new StackException("[%s] runs already, pid %d".formatted(name, pid()));
    }
    FreePorts.requireFree(name, restPort);
    WorkFolder folder = plan.folder();
    Path file = folder.path().resolve(name + ".properties");
    plan.settings().write(file, restPort);
    JavaCommand java =
        RuntimeJvm.command(plan.runtime(), MAIN, folder)
            .heapMegabytes(plan.heapMegabytes())
            .fullSpeed(plan.fullSpeed());
    process =
        ChildProcess.start(
            name, java.arguments(file.toString()), plan.environment(), folder.path(), logFile());
  }

  /**
   * Waits until the worker has joined the group and serves requests.
   *
   * @throws StackException with the end of its log, if it died or isn't ready in three minutes; no
   *     process is left then
   */
  public void awaitReady() {
    ChildProcess current = running();
    boolean ready = Wait.until(PATIENCE, () -> !current.isAlive() || isHealthy());
    if (!ready || !current.isAlive()) {
      String state = current.isAlive() ? "running" : "dead, exit code " + current.exitCode();
      String tail = current.logTail(30);
      current.kill();
      throw new StackException(
          "[%s] (%s, log %s) is %s but not ready; end of the log:%n%s"
              .formatted(name, restUrl(), logFile(), state, tail));
    }
  }

  /** Ends the worker by SIGKILL, as a crash would; its port is free when this returns. */
  public void kill() {
    running().kill();
  }

  /** Ends the worker in an orderly way, by SIGKILL if that takes more than a minute. */
  public void stop() {
    running().stop(Duration.ofMinutes(1));
  }

  /** Ends the worker by SIGKILL, if it was ever started. */
  @Override
  public void close() {
    ChildProcess current = process;
    if (current != null) {
      current.kill();
    }
  }

  @Override
  public String toString() {
    return "%s (%s)".formatted(name, id());
  }

  private ChildProcess running() {
    ChildProcess current = process;
    if (current == null) {
      throw new StackException("[%s] was never started".formatted(name));
    }
    return current;
  }

  private boolean isHealthy() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(restUrl() + "/health"))
            .timeout(Duration.ofSeconds(30))
            .build();
    return CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
  }
}
