package org.outboxconnect.it.monitor;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.FreePorts;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/** The packaged monitor as a process of its own, to be asked over HTTP. */
final class MonitorProgram implements AutoCloseable {

  private static final Path JAR =
      CdcRoad.root().resolve("replication-slot-monitor/target/replication-slot-monitor.jar");
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final ChildProcess process;
  private final URI metrics;
  private final HttpClient client = HttpClient.newHttpClient();

  private MonitorProgram(ChildProcess process, URI metrics) {
    this.process = process;
    this.metrics = metrics;
  }

  /**
   * Starts it, and returns when it has polled once.
   *
   * @param settings YAML without {@code listen}
   */
  static MonitorProgram start(WorkFolder folder, String settings) throws IOException {
    MonitorProgram program = start(folder, settings, List.of("-Xmx32m"));
    program.awaitFirstPoll();
    return program;
  }

  /**
   * Starts it and returns at once.
   *
   * @param flags of the JVM
   */
  static MonitorProgram start(WorkFolder folder, String settings, List<String> flags)
      throws IOException {
    int port = FreePorts.next();
    Path config =
        Files.writeString(
            folder.folder("monitor").resolve("monitor.yml"),
            "listen: 127.0.0.1:%d%n%s".formatted(port, settings));
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(flags);
    command.addAll(List.of("-jar", JAR.toString(), "run", "--config", config.toString()));
    return new MonitorProgram(
        ChildProcess.start("monitor", command, Map.of(), folder.path(), folder.log("monitor")),
        URI.create("http://127.0.0.1:%d/metrics".formatted(port)));
  }

  private void awaitFirstPoll() {
    boolean polled =
        Wait.until(
            CdcRoad.GENEROUS, () -> process.isAlive() && scrape().contains("outbox_slot_verdict{"));
    if (!polled) {
      String log = process.logTail(50);
      close();
      throw new AssertionError("The monitor has shown no slot; its log ends with:\n" + log);
    }
  }

  static Path jar() {
    return JAR;
  }

  long pid() {
    return process.pid();
  }

  /** The text format of all metrics. */
  String scrape() throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(metrics).timeout(TIMEOUT).header("Accept", "text/plain").build();
    try {
      HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException("Expected status 200, found " + answer.statusCode());
      }
      return answer.body();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
