package org.outboxconnect.monitor.command;

import static java.util.Objects.requireNonNull;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.ConfigException;
import org.outboxconnect.monitor.config.ConfigLoader;
import org.outboxconnect.monitor.config.MonitorConfig;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line of the monitor. */
@Command(
    name = "replication-slot-monitor",
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpWidth = 90,
    synopsisSubcommandLabel = "[run | check | watch]",
    subcommands = {RunCommand.class, CheckCommand.class, WatchCommand.class},
    description = {
      "Watches PostgreSQL replication slots: says early that one holds WAL back, why, and what to"
          + " do.",
      ""
    },
    commandListHeading = "%nCommands (run, if none is given):%n",
    footer = {
      "",
      "All settings can be given in the file, or by environment variables that begin with",
      "OUTBOX_MONITOR_, for example OUTBOX_MONITOR_SERVERS_0_URL; the environment wins.",
      "Exit codes: 0 good, 1 the address can't be bound, 2 command line or configuration;",
      "check has its own."
    })
public final class Main implements Callable<Integer> {

  private static final String CHECK = "check";

  private final Console console;
  private final Programs programs;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      description = "The settings, in YAML; without it all come from the environment.")
  private @Nullable Path config;

  @Option(
      names = "--check-config",
      scope = ScopeType.INHERIT,
      description = "Only say what is wrong with the settings.")
  private boolean checkConfig;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show the version.")
  @SuppressWarnings("UnusedVariable") // picocli does what it asks for
  private boolean version;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this text.")
  @SuppressWarnings("UnusedVariable") // picocli does what it asks for
  private boolean help;

  Main(Console console, Programs programs) {
    this.console = console;
    this.programs = programs;
  }

  /**
   * Runs the program and ends the JVM.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    if (!LibFolder.runsAgain(arguments)) {
      System.exit(new Main(Console.system(), new Program()).execute(arguments));
    }
  }

  /** Runs a command line; prints, never exits. */
  int execute(String... arguments) {
    CommandLine line = commandLine();
    boolean check = Arrays.asList(arguments).contains(CHECK);
    line.setParameterExceptionHandler((fault, all) -> usage(fault, check));
    line.setExecutionExceptionHandler((fault, command, result) -> failed(fault, check));
    return line.execute(arguments);
  }

  CommandLine commandLine() {
    return new CommandLine(this)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
  }

  private int usage(ParameterException fault, boolean check) {
    String name = fault.getCommandLine().getCommandSpec().qualifiedName();
    return refuse(fault.getMessage() + " [Hint: %s --help]".formatted(name), check);
  }

  private int failed(Exception fault, boolean check) throws Exception {
    if (fault instanceof ConfigException wrong) {
      return refuse(requireNonNull(wrong.getMessage()), check);
    }
    if (fault instanceof InterruptedException) {
      return ExitCode.GOOD; // somebody has ended a watch
    }
    if (check) {
      return refuse("The check failed: " + fault, true);
    }
    throw fault;
  }

  /** Nagios reads one line from stdout. */
  private int refuse(String why, boolean check) {
    if (!check) {
      console.err().println(why);
      return ExitCode.USAGE;
    }
    CheckReport report = CheckReport.unknown(why);
    console.out().println(report.line());
    return report.state().exitCode();
  }

  /** Runs without a command: as {@code run} does. */
  @Override
  public Integer call() {
    return run();
  }

  int run() {
    Integer checked = checked();
    return checked == null ? programs.serve(settings(), console) : checked;
  }

  /** The exit code if only the settings were to be checked; else null. */
  @Nullable Integer checked() {
    if (!checkConfig) {
      return null;
    }
    MonitorConfig checked = ConfigLoader.check(config, console.environment());
    console
        .out()
        .println(
            "The configuration is good: servers %s, connect-clusters %d, webhooks %d"
                .formatted(
                    checked.servers().stream().map(server -> server.name()).toList(),
                    checked.connectClusters().size(),
                    checked.webhooks().size()));
    return ExitCode.GOOD;
  }

  MonitorConfig settings() {
    return ConfigLoader.load(config, console.environment());
  }

  Console console() {
    return console;
  }

  Programs programs() {
    return programs;
  }

  ParameterException wrong(String message) {
    return new ParameterException(requireNonNull(spec).commandLine(), message);
  }
}
