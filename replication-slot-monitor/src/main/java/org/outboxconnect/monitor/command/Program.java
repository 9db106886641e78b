package org.outboxconnect.monitor.command;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.outboxconnect.monitor.alert.Alerts;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.http.ListenException;
import org.outboxconnect.monitor.http.MonitorServer;
import org.outboxconnect.monitor.run.Monitor;
import org.outboxconnect.monitor.run.StartException;
import org.outboxconnect.monitor.status.MonitorStatus;

/** Puts the parts of the program together. */
final class Program implements Programs {

  private static final Logger LOG = System.getLogger(Program.class.getName());

  private final InstantSource clock = InstantSource.system();

  /** What the commands show holds all failures; a log would only stand in between. */
  @Override
  public Polling poll(MonitorConfig config) {
    LogLine.silence();
    return new Polls(Monitor.start(config, clock));
  }

  private record Polls(Monitor monitor) implements Polling {

    @Override
    public MonitorStatus status() {
      return monitor.board().get();
    }

    @Override
    public void onStatus(Consumer<MonitorStatus> listener) {
      monitor.onStatus(listener);
    }

    @Override
    public void close() {
      monitor.close();
    }
  }

  @Override
  public int serve(MonitorConfig config, Console console) {
    LogLine.toStandardError();
    try (Ending ending = new Ending()) {
      serve(config, ending);
      return ExitCode.GOOD;
    } catch (ListenException refused) {
      console.err().println(refused.getMessage());
      return ExitCode.NOT_SERVING;
    } catch (StartException refused) {
      console.err().println(refused.getMessage());
      return ExitCode.USAGE;
    }
  }

  private void serve(MonitorConfig config, Ending ending) {
    PrometheusRegistry registry = new PrometheusRegistry();
    try (Alerts alerts = new Alerts(config.webhooks(), clock);
        Monitor monitor = Monitor.start(config, clock);
        MonitorServer server =
            MonitorServer.start(
                config.listen(), monitor.board(), monitor::isAlive, registry, clock)) {
      alerts.registerIn(registry);
      monitor.onStatus(alerts::accept);
      LOG.log(
          Level.INFO,
          "Watches {0} servers, serves on {1}, port {2}",
          config.servers().size(),
          config.listen().host(),
          Integer.toString(server.port()));
      ending.await();
    }
  }
}
