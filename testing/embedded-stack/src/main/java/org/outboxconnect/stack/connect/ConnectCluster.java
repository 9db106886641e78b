package org.outboxconnect.stack.connect;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.stack.connect.ConnectWorker.WorkerPlan;
import org.outboxconnect.stack.process.FreePorts;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/**
 * A group of distributed Connect workers with the same plugins and settings. Asking is safe for
 * many threads; adding, killing and starting are for one.
 */
public final class ConnectCluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final WorkerPlan plan;
  private final List<ConnectWorker> workers = new CopyOnWriteArrayList<>();
  private final ConnectRest rest = new ConnectRest(this::someWorker);

  private ConnectCluster(WorkerPlan plan) {
    this.plan = plan;
  }

  /** Prepares a cluster. */
  public static Builder builder() {
    return new Builder();
  }

  /** The worker of this number, counted from 0, dead or alive. */
  public ConnectWorker worker(int number) {
    return workers.get(number);
  }

  /** All workers in the order of their first start, dead or alive. */
  public List<ConnectWorker> workers() {
    return List.copyOf(workers);
  }

  /** Starts one more worker and returns when it has joined the group. */
  public ConnectWorker addWorker() {
    ConnectWorker worker = newWorker(FreePorts.next());
    worker.start();
    return worker;
  }

  /** The REST API, asked at the first worker that is alive. */
  public ConnectRest rest() {
    return rest;
  }

  /** Where the secrets are, one file each; for {@link ConnectorFile#secretsFolder}. */
  public Path secretsFolder() {
    return plan.settings().secrets();
  }

  /**
   * The worker that has task 0 of a connector, as the group knows it. After a kill that is the dead
   * one until another has taken over.
   */
  public ConnectWorker ownerOfTask(String connector) {
    return byId(rest.ownerOfTask(connector));
  }

  /**
   * The worker that leads the group. Read from the logs of the workers that are alive, waiting up
   * to 90 seconds until they name one of themselves.
   *
   * @throws StackException if there is none
   */
  public ConnectWorker leader() {
    AtomicReference<@Nullable ConnectWorker> leader = new AtomicReference<>();
    Wait.require(
        "a leader among " + workers,
        PATIENCE,
        () -> {
          leader.set(GroupLog.leaderId(alive()).map(this::byId).orElse(null));
          ConnectWorker found = leader.get();
          return found != null && found.alive();
        });
    ConnectWorker found = leader.get();
    if (found == null) {
      throw new StackException("No leader among " + workers);
    }
    return found;
  }

  /** Ends all workers by SIGKILL. */
  @Override
  public void close() {
    workers.forEach(ConnectWorker::close);
  }

  private ConnectWorker newWorker(int restPort) {
    ConnectWorker worker = new ConnectWorker("worker-" + (workers.size() + 1), restPort, plan);
    workers.add(worker);
    return worker;
  }

  private void launch(int count, int firstRestPort) {
    try {
      List<ConnectWorker> launched = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        launched.add(newWorker(i == 0 && firstRestPort != 0 ? firstRestPort : FreePorts.next()));
      }
      launched.forEach(ConnectWorker::launch);
      launched.forEach(ConnectWorker::awaitReady);
    } catch (RuntimeException failure) {
      close();
      throw failure;
    }
  }

  private List<ConnectWorker> alive() {
    return workers.stream().filter(ConnectWorker::alive).toList();
  }

  private URI someWorker() {
    return alive().stream()
        .findFirst()
        .map(worker -> URI.create(worker.restUrl()))
        .orElseThrow(() -> new StackException("No worker is alive among " + workers));
  }

  private ConnectWorker byId(String id) {
    return workers.stream()
        .filter(worker -> worker.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new StackException("No worker [%s] in %s".formatted(id, workers)));
  }

  /** Prepares a cluster. For one thread. */
  public static final class Builder {

    private final List<Path> archives = new ArrayList<>();
    private final List<Path> folders = new ArrayList<>();
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private final Map<String, String> secrets = new LinkedHashMap<>();
    private @Nullable Path packaged;
    private String version = "4.4";
    private int count = 1;
    private int restPort;
    private int heapMegabytes = 512;
    private boolean fullSpeed;

    private Builder() {}

    /** Number of workers, 1 if not set. */
    public Builder workers(int number) {
      this.count = number;
      return this;
    }

    /** Connect version 4.1, 4.2, 4.3 or 4.4; 4.4 if not set. */
    public Builder connectVersion(String minor) {
      this.version = minor;
      return this;
    }

    /** Unpacks a zip or tar.gz with one top folder into the folder that is plugin.path. */
    public Builder pluginArchive(Path archive) {
      archives.add(archive);
      return this;
    }

    /** Adds a folder of plugin folders to plugin.path, where it lies. */
    public Builder pluginFolder(Path folder) {
      folders.add(folder);
      return this;
    }

    /** How workers look for plugins, {@code service_load} if not set. */
    public Builder pluginDiscovery(String mode) {
      return workerSetting("plugin.discovery", mode);
    }

    /** A packaged worker file; what it says wins over our base, not over places and ports. */
    public Builder workerProperties(Path file) {
      this.packaged = file;
      return this;
    }

    /** A worker property; wins over everything. */
    public Builder workerSetting(String key, String value) {
      settings.put(key, value);
      return this;
    }

    /** An environment variable of the workers; the config provider "env" reads OUTBOX_… ones. */
    public Builder environment(String key, String value) {
      environment.put(key, value);
      return this;
    }

    /** Sets a variable only if it was not set before. */
    public Builder environmentDefault(String key, String value) {
      environment.putIfAbsent(key, value);
      return this;
    }

    /** A secret: becomes a file of this name, mode 600, in the secrets folder. */
    public Builder secret(String file, String value) {
      secrets.put(file, value);
      return this;
    }

    /** REST port of the first worker, a free one if not set. */
    public Builder restPort(int fixed) {
      this.restPort = fixed;
      return this;
    }

    /** Largest heap of a worker in megabytes; 512 if not set. */
    public Builder heapMegabytes(int megabytes) {
      this.heapMegabytes = megabytes;
      return this;
    }

    /** Lets the JVMs compile as in production; slower to start, for benchmarks. */
    public Builder fullSpeed(boolean on) {
      this.fullSpeed = on;
      return this;
    }

    /**
     * Checks what can be checked without a server: archives, worker file and REST port.
     *
     * @throws StackException if an archive or the file is missing, or the port taken
     */
    public void check() {
      archives.forEach(PluginFolder::requireArchive);
      if (packaged != null) {
        WorkerSettings.requireFile(packaged);
      }
      if (restPort != 0) {
        FreePorts.requireFree("worker-1", restPort);
      }
    }

    /**
     * Starts the workers in parallel and returns when all have joined the group.
     *
     * @throws StackException see {@link #check()}; or if the version isn't built or a worker isn't
     *     ready in three minutes; no process is left then
     */
    public ConnectCluster start(WorkFolder folder, String bootstrapServers) {
      check();
      ConnectCluster cluster = new ConnectCluster(plan(folder, bootstrapServers));
      cluster.launch(count, restPort);
      return cluster;
    }

    private WorkerPlan plan(WorkFolder folder, String bootstrapServers) {
      PluginFolder plugins = new PluginFolder(folder);
      archives.forEach(plugins::unpack);
      List<String> pluginPath = new ArrayList<>(List.of(plugins.path().toString()));
      folders.forEach(more -> pluginPath.add(more.toAbsolutePath().toString()));
      WorkerSettings workerSettings =
          new WorkerSettings(
              bootstrapServers,
              String.join(",", pluginPath),
              new SecretsFolder(folder, secrets).path(),
              Optional.ofNullable(packaged),
              Map.copyOf(settings));
      return new WorkerPlan(
          folder,
          "connect-" + version,
          workerSettings,
          Map.copyOf(environment),
          heapMegabytes,
          fullSpeed);
    }
  }
}
