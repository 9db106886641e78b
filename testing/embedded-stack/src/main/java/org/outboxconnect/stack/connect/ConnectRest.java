package org.outboxconnect.stack.connect;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.Wait;

/**
 * Connect's REST API, asked at a worker that is alive. Requests are repeated for up to 90 seconds
 * while the workers rebalance. Safe for use by many threads.
 *
 * <p>Every method throws {@link ConnectRestException} when the worker refuses, and {@link
 * StackException} when none answers.
 */
public final class ConnectRest {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Supplier<URI> worker;

  ConnectRest(Supplier<URI> worker) {
    this.worker = worker;
  }

  /** Makes a connector from the text of a connector file. */
  public void create(String json) {
    send("POST", "/connectors", json);
  }

  /**
   * Makes a connector from a file, byte for byte.
   *
   * @throws StackException if the file can't be read
   */
  public void create(Path file) {
    try {
      create(Files.readString(file));
    } catch (IOException failure) {
      throw new StackException("Cannot read connector file [%s]".formatted(file), failure);
    }
  }

  /** Makes a connector. */
  public void create(ConnectorFile connector) {
    create(connector.json());
  }

  /** Makes a connector or replaces its configuration. */
  public void put(ConnectorFile connector) {
    send("PUT", path(connector.name()) + "/config", connector.configJson());
  }

  /** Deletes a connector; its offsets stay. */
  public void delete(String name) {
    send("DELETE", path(name), null);
  }

  /** Stops a connector: its tasks end, its offsets can be changed. */
  public void stop(String name) {
    send("PUT", path(name) + "/stop", null);
  }

  /** Pauses a connector: its task stays, holds the slot and sends nothing. */
  public void pause(String name) {
    send("PUT", path(name) + "/pause", null);
  }

  /** Runs a stopped or paused connector again. */
  public void resume(String name) {
    send("PUT", path(name) + "/resume", null);
  }

  /** Restarts the connector and those of its tasks that failed. */
  public void restart(String name) {
    send("POST", path(name) + "/restart?includeTasks=true&onlyFailed=true", null);
  }

  /** Restarts one task, running or failed; returns before it has ended. */
  public void restartTask(String name, int task) {
    send("POST", "%s/tasks/%d/restart".formatted(path(name), task), null);
  }

  /** What the workers say about a connector. */
  public ConnectorStatus status(String name) {
    return ConnectorStatus.of(get(path(name) + "/status"));
  }

  /** Waits up to 90 seconds, see {@link #awaitRunning(String, Duration)}. */
  public ConnectorStatus awaitRunning(String name) {
    return awaitRunning(name, PATIENCE);
  }

  /**
   * Waits until connector and tasks are RUNNING.
   *
   * @throws StackException with the trace, at once when one of them has FAILED; or when the
   *     deadline passed
   */
  public ConnectorStatus awaitRunning(String name, Duration deadline) {
    AtomicReference<@Nullable ConnectorStatus> seen = new AtomicReference<>();
    Wait.until(
        deadline,
        () -> {
          ConnectorStatus status = status(name); // 404 at first: counts as not yet
          seen.set(status);
          return status.running() || status.failed();
        });
    ConnectorStatus last = seen.get();
    if (last == null || !last.running()) {
      throw new StackException(
          "Connector [%s] isn't RUNNING within %s: %s%n%s"
              .formatted(name, deadline, last, last == null ? "" : last.traces()));
    }
    return last;
  }

  /**
   * The {@link ConnectWorker#id() id} of the worker that has task 0, as the group knows it.
   *
   * @throws StackException if the connector has no task
   */
  public String ownerOfTask(String name) {
    ConnectorStatus status = status(name);
    return status.tasks().stream()
        .findFirst()
        .orElseThrow(() -> new StackException("Connector [%s] has no task".formatted(name)))
        .workerId();
  }

  /** Validates a configuration without making a connector; the answer as Connect gives it. */
  public JsonNode validate(ConnectorFile connector) {
    String plugin = connector.value("connector.class");
    return Json.parse(
        send(
            "PUT",
            "/connector-plugins/" + encoded(plugin) + "/config/validate",
            connector.with("name", connector.name()).configJson()));
  }

  /** All plugins of the asked worker with class, type and version, not only connectors. */
  public JsonNode plugins() {
    return get("/connector-plugins?connectorsOnly=false");
  }

  /** The offsets of a connector. */
  public JsonNode offsets(String name) {
    return get(path(name) + "/offsets");
  }

  /** Makes a connector that is STOPPED, and whose tasks have ended, forget its offsets. */
  public void deleteOffsets(String name) {
    send("DELETE", path(name) + "/offsets", null);
  }

  /** The configuration of a connector as the workers show it: references, not secrets. */
  public JsonNode config(String name) {
    return get(path(name) + "/config");
  }

  /** The answer to a GET of any path. */
  public JsonNode get(String path) {
    return Json.parse(send("GET", path, null));
  }

  private String send(String method, String path, @Nullable String body) {
    return new RestExchange(worker, method, path, body).run();
  }

  private static String path(String name) {
    return "/connectors/" + encoded(name);
  }

  private static String encoded(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
