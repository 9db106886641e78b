package org.outboxconnect.monitor.command;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.ConnectClusterConfig;
import org.outboxconnect.monitor.config.MonitorConfig;
import org.outboxconnect.monitor.config.ServerConfig;
import org.outboxconnect.monitor.status.MonitorStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Looks twice and ends as a Nagios plugin does. */
@Command(
    name = "check",
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpWidth = 90,
    description = {
      "Looks at the slots twice, prints one line and ends: a plugin for Nagios and its kin.",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 OK, 1 WARNING, 2 CRITICAL (also if a server can't be reached), 3 UNKNOWN.",
      "What takes longer than the time between the two looks to tell, such as growth or silence,",
      "is for the monitor that runs. Nothing is written, restarted or posted."
    })
final class CheckCommand implements Callable<Integer> {

  /** Beyond what a connection and a poll may take by themselves. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @ParentCommand private @Nullable Main main;

  @Option(
      names = "--server",
      paramLabel = "NAME",
      description = "Look at this server only, by its name in the settings.")
  private @Nullable String server;

  @Option(names = "--slot", paramLabel = "NAME", description = "Look at this slot only.")
  private @Nullable String slot;

  @Option(
      names = "--sample",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = Seconds.class,
      description = "Time between the two looks; default ${DEFAULT-VALUE}. One shows no movement.")
  private Duration sample = Duration.ofSeconds(5);

  @Override
  public Integer call() throws InterruptedException {
    Main parent = requireNonNull(main);
    Integer checked = parent.checked();
    if (checked != null) {
      return checked;
    }
    MonitorConfig config = narrowed(parent.settings());
    CheckReport report = CheckReport.of(look(parent, config), config.thresholds(), slot);
    parent.console().out().println(report.line());
    return report.state().exitCode();
  }

  private MonitorStatus look(Main parent, MonitorConfig config) throws InterruptedException {
    try (Polling polling = parent.programs().poll(config)) {
      return new Looks(polling, 2).await(sample.plus(PATIENCE));
    }
  }

  private MonitorConfig narrowed(MonitorConfig config) {
    List<ServerConfig> servers =
        config.servers().stream()
            .filter(known -> server == null || server.equals(known.name()))
            .toList();
    if (servers.isEmpty()) {
      throw requireNonNull(main)
          .wrong(
              "There is no server [%s] in the settings, known are %s"
                  .formatted(server, config.servers().stream().map(ServerConfig::name).toList()));
    }
    List<String> names = servers.stream().map(ServerConfig::name).toList();
    List<ConnectClusterConfig> clusters =
        config.connectClusters().stream()
            .filter(
                cluster ->
                    cluster.connectors().stream().anyMatch(one -> names.contains(one.server())))
            .toList();
    return OnlyLooking.of(config, sample, servers, clusters);
  }
}
