package org.outboxconnect.monitor.command;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.status.MonitorStatus;

/** Commands without servers: each poll brings the next of these statuses, the last one stays. */
final class FakePrograms implements Programs, Polling {

  private final List<MonitorStatus> statuses;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  final Map<String, String> environment = new HashMap<>();
  final List<MonitorConfig> polled = new ArrayList<>();
  MonitorConfig served;
  boolean terminal;
  boolean closed;
  private int next;

  FakePrograms(MonitorStatus... statuses) {
    this.statuses = List.of(statuses);
    environment.put("OUTBOX_MONITOR_SERVERS_0_NAME", "orders");
    environment.put("OUTBOX_MONITOR_SERVERS_0_URL", "jdbc:postgresql://db/orders");
    environment.put("OUTBOX_MONITOR_SERVERS_0_USER", "monitor");
    environment.put("OUTBOX_MONITOR_SERVERS_0_PASSWORD", "hunter2");
  }

  int run(String... arguments) {
    Console console = new Console(stream(out), stream(err), environment, terminal);
    return new Main(console, this).execute(arguments);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Override
  public Polling poll(MonitorConfig config) {
    polled.add(config);
    return this;
  }

  @Override
  public int serve(MonitorConfig config, Console console) {
    served = config;
    return ExitCode.GOOD;
  }

  @Override
  public synchronized MonitorStatus status() {
    return statuses.get(Math.min(next++, statuses.size() - 1));
  }

  @Override
  public void onStatus(Consumer<MonitorStatus> listener) {
    listener.accept(status());
  }

  @Override
  public void close() {
    closed = true;
  }
}
