package org.outboxconnect.monitor.command;

import static java.util.Objects.requireNonNull;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.MonitorConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows the slots in a terminal. */
@Command(
    name = "watch",
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpWidth = 90,
    description = {"Shows the slots as a table that refreshes, until Ctrl-C.", ""},
    footer = {
      "",
      "Where the output is no terminal the tables follow one another, without colours; NO_COLOR",
      "takes the colours away. Nothing is written, restarted or posted."
    })
final class WatchCommand implements Callable<Integer> {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** To the top left corner, and away with all that stands below. */
  private static final String CLEAR = "\u001b[H\u001b[2J";

  @ParentCommand private @Nullable Main main;

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = Seconds.class,
      description = "Time between two looks; default ${DEFAULT-VALUE}.")
  private Duration interval = Duration.ofSeconds(5);

  @Option(names = "--once", description = "Show one table and end.")
  private boolean once;

  @Override
  public Integer call() throws InterruptedException {
    Main parent = requireNonNull(main);
    Integer checked = parent.checked();
    if (checked != null) {
      return checked;
    }
    MonitorConfig config = parent.settings();
    MonitorConfig looking =
        OnlyLooking.of(config, interval, config.servers(), config.connectClusters());
    try (Polling polling = parent.programs().poll(looking)) {
      show(polling, parent.console());
    }
    return ExitCode.GOOD;
  }

  private void show(Polling polling, Console console) throws InterruptedException {
    WatchTable table = new WatchTable(console.coloured());
    print(table.render(new Looks(polling, once ? 2 : 1).await(PATIENCE.plus(interval))), console);
    while (!once) {
      TimeUnit.NANOSECONDS.sleep(interval.toNanos());
      print(table.render(polling.status()), console);
    }
  }

  private static void print(String table, Console console) {
    PrintStream out = console.out();
    out.println(console.terminal() ? CLEAR + table : table);
    out.flush();
  }
}
