package org.outboxconnect.stack.kafka;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.stack.kafka.BrokerSettings.Detour;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.FreePorts;
import org.outboxconnect.stack.process.JavaCommand;
import org.outboxconnect.stack.process.RuntimeJvm;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/**
 * One Kafka 4.4 broker (KRaft, its own controller) that listens on the loopback address only.
 * Topics have one replica; they are made by {@link #createTopic} or by Connect, never by a client
 * that asks for one.
 *
 * <p>It can be killed and started again on its data and its port. Not safe for use by many threads,
 * except {@link #bootstrapServers()}.
 */
public final class KafkaBroker implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String RUNTIME = "kafka-4.4";

  private final WorkFolder folder;
  private final BrokerSettings settings;
  private final Path settingsFile;
  private final JvmSize size;
  private @Nullable ChildProcess process;

  private KafkaBroker(WorkFolder folder, BrokerSettings settings, JvmSize size) {
    this.folder = folder;
    this.settings = settings;
    this.size = size;
    this.settingsFile = folder.path().resolve("broker.properties");
  }

  /** Starts a broker with default settings on free ports; see {@link Builder#start}. */
  public static KafkaBroker start(WorkFolder folder) {
    return builder().start(folder);
  }

  /** Prepares a broker. */
  public static Builder builder() {
    return new Builder();
  }

  /** Address for clients, {@code host:port}; the same for the whole life of the broker. */
  public String bootstrapServers() {
    return settings.bootstrapServers();
  }

  /**
   * Starts the broker again on its data and its port, and returns when it answers clients.
   *
   * @throws StackException if it runs, if its port was taken meanwhile, or if it doesn't answer in
   *     two minutes
   */
  public void start() {
    if (process != null && process.isAlive()) {
      throw new StackException("The broker runs already, pid " + process.pid());
    }
    FreePorts.requireFree("broker", settings.port());
    FreePorts.requireFree("broker's controller", settings.controllerPort());
    if (settings.detour() != null) {
      FreePorts.requireFree("broker's second listener", settings.detour().listenerPort());
    }
    process = launch("broker", command("kafka.Kafka", settingsFile.toString()));
    awaitReady(process);
  }

  /** Process id of the broker, also after its end. */
  public long pid() {
    return running().pid();
  }

  /** Ends the broker by SIGKILL; its port is free when this returns. */
  public void kill() {
    running().kill();
  }

  /** Ends the broker in an orderly way, by SIGKILL if that takes more than a minute. */
  public void stop() {
    running().stop(Duration.ofMinutes(1));
  }

  /** Tells whether the broker's process runs. */
  public boolean alive() {
    return process != null && process.isAlive();
  }

  /** The log; a restart appends to it. */
  public Path logFile() {
    return folder.log("broker");
  }

  /**
   * Makes a topic with one replica and returns when the broker knows it.
   *
   * @throws StackException if it exists, or can't be made
   */
  public void createTopic(String name, int partitions) {
    createTopic(name, partitions, Map.of());
  }

  /**
   * Makes a topic with one replica and these topic settings.
   *
   * @throws StackException if it exists, or can't be made
   */
  public void createTopic(String name, int partitions, Map<String, String> topicSettings) {
    NewTopic topic =
        new NewTopic(name, Optional.of(partitions), Optional.of((short) 1)).configs(topicSettings);
    try (Admin admin = admin()) {
      admin.createTopics(List.of(topic)).all().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception failure) {
      keepInterrupt(failure);
      throw new StackException("Cannot make topic [%s]".formatted(name), failure);
    }
  }

  /** Ends the broker by SIGKILL. Its data stays until the work folder is closed. */
  @Override
  public void close() {
    if (process != null) {
      process.kill();
    }
  }

  private ChildProcess running() {
    if (process == null) {
      throw new StackException("The broker was never started");
    }
    return process;
  }

  private ChildProcess launch(String part, List<String> command) {
    return ChildProcess.start(part, command, Map.of(), folder.path(), folder.log(part));
  }

  private List<String> command(String mainClass, String... arguments) {
    JavaCommand java = RuntimeJvm.command(RUNTIME, mainClass, folder);
    return java.heapMegabytes(size.heapMegabytes).fullSpeed(size.fullSpeed).arguments(arguments);
  }

  private void format() {
    settings.write(settingsFile);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "format",
                "--cluster-id",
                "b3V0Ym94LXN0YWNrLWlk",
                "--config",
                settingsFile.toString()));
    arguments.addAll(settings.formatArguments());
    ChildProcess tool =
        launch(
            "broker-format", command("kafka.tools.StorageTool", arguments.toArray(String[]::new)));
    boolean ended = tool.awaitExit(PATIENCE);
    OptionalInt exit = tool.exitCode();
    tool.kill();
    if (!ended || exit.orElse(-1) != 0) {
      throw new StackException(
          "Cannot format the broker's data folder [%s], exit code %s; end of the log:%n%s"
              .formatted(settings.data(), exit, tool.logTail(30)));
    }
  }

  private void awaitReady(ChildProcess started) {
    // A client that meets a closed port warns in the log of the test; so look at the port first.
    boolean open =
        Wait.until(PATIENCE, () -> !started.isAlive() || !FreePorts.isFree(settings.port()));
    if (!open || !started.isAlive()) {
      throw notReady(started, null);
    }
    try (Admin admin = admin()) {
      admin.describeCluster().nodes().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception failure) {
      StackException notReady = notReady(started, failure);
      keepInterrupt(failure); // not before: what ends the broker has to wait for its end
      throw notReady;
    }
  }

  private static void keepInterrupt(Exception failure) {
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }

  private StackException notReady(ChildProcess started, @Nullable Exception cause) {
    String text =
        "The broker (%s, log %s) is %s but doesn't answer; end of the log:%n%s"
            .formatted(
                bootstrapServers(),
                started.logFile(),
                started.isAlive() ? "running" : "dead, exit code " + started.exitCode(),
                started.logTail(30));
    started.kill();
    return cause == null ? new StackException(text) : new StackException(text, cause);
  }

  private Admin admin() {
    Map<String, Object> client = new HashMap<>();
    client.put("bootstrap.servers", bootstrapServers());
    return Admin.create(client);
  }

  private record JvmSize(int heapMegabytes, boolean fullSpeed) {}

  /** Prepares a broker. For one thread. */
  public static final class Builder {

    private final Map<String, String> extra = new LinkedHashMap<>();
    private int heapMegabytes = 256;
    private boolean fullSpeed;
    private int port;
    private @Nullable Detour detour;

    private Builder() {}

    /** Sets a broker property; it wins over ours. */
    public Builder setting(String key, String value) {
      extra.put(key, value);
      return this;
    }

    /** Listens for clients on this port instead of a free one. */
    public Builder port(int fixed) {
      this.port = fixed;
      return this;
    }

    /**
     * Listens on a second port as well, and sends the clients that came there to {@code address}
     * from then on, for example that of a proxy.
     *
     * @param login who may come there, over TLS; null for everybody, in plain text
     */
    public Builder detour(int listenerPort, String address, @Nullable ScramLogin login) {
      this.detour = new Detour(listenerPort, address, login);
      return this;
    }

    /** Largest heap in megabytes; 256 if not set. */
    public Builder heapMegabytes(int megabytes) {
      this.heapMegabytes = megabytes;
      return this;
    }

    /** Lets the JVM compile as in production; slower to start, for benchmarks. */
    public Builder fullSpeed(boolean on) {
      this.fullSpeed = on;
      return this;
    }

    /**
     * Formats a data folder below the work folder, starts the broker and returns when it answers
     * clients: about 5 to 10 seconds on two cores.
     *
     * @throws StackException if the port is taken, the runtime isn't built or the broker doesn't
     *     answer in two minutes; no process is left then
     */
    public KafkaBroker start(WorkFolder folder) {
      int clientPort = port == 0 ? FreePorts.next() : port;
      FreePorts.requireFree("broker", clientPort);
      Path data = folder.folder("broker");
      BrokerSettings settings =
          new BrokerSettings(clientPort, FreePorts.next(), detour, data, Map.copyOf(extra));
      KafkaBroker broker = new KafkaBroker(folder, settings, new JvmSize(heapMegabytes, fullSpeed));
      broker.format();
      broker.start();
      return broker;
    }
  }
}
