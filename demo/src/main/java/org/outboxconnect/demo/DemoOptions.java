package org.outboxconnect.demo;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.outboxconnect.client.OutboxMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The command line of the demo, and the only place where its options are declared. */
@Command(
    name = "demo.sh",
    sortOptions = false,
    usageHelpWidth = 90,
    description = {
      "Writes orders and their events to PostgreSQL, relays them to Kafka through a Kafka Connect"
          + " worker, kills that worker half-way, and counts what arrived.",
      ""
    },
    footer = {
      "",
      "The last line on stdout is the result; progress and faults go to stderr:",
      "  RESULT written=N delivered=N applied=N lost=N duplicates_applied=N out_of_order=N",
      "  (goes on) outbox_rows=N redelivered=N outage_ms=N p50_ms=N.N p99_ms=N.N",
      "outage_ms runs from the kill to the first record of the restarted worker. p50 and p99 run",
      "from the return of the commit to the return of the poll, over the events of the open loop",
      "that were read before the kill.",
      "Exit codes: 0 good, 1 a promise was broken, 2 usage, 3 environment or time-out."
    })
final class DemoOptions {

  /** Written before the connector is made: they must arrive all the same. */
  static final int EARLY_EVENTS = 100;

  /**
   * With fewer, the early events alone would fill most of the window in which the kill must lie.
   */
  static final int FEWEST_EVENTS_WITH_KILL = 2 * EARLY_EVENTS;

  private static final List<String> MODES = List.of("transient", "retained");
  private static final List<String> PLANNED_MODES = List.of("wal-message");
  private static final List<String> RELAYS = List.of("cdc");
  private static final List<String> PLANNED_RELAYS = List.of("polling");

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Events to write; default ${DEFAULT-VALUE}.")
  private int events;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Events per second, written in an open loop after the first 100; default"
              + " ${DEFAULT-VALUE}.")
  private int rate;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "transient",
      description = "How events are written: transient, retained. Later: wal-message.")
  private String mode = "transient";

  @Option(
      names = "--relay",
      paramLabel = "RELAY",
      defaultValue = "cdc",
      description = "What carries them to Kafka: cdc. Later: polling.")
  private String relay = "cdc";

  @Option(names = "--no-kill", description = "Do not kill the worker.")
  private boolean noKill;

  @Option(
      names = "--keep-running",
      description = "Leave PostgreSQL, Kafka and Connect up after the result until Ctrl-C.")
  private boolean keepRunning;

  @Option(
      names = "--connect-version",
      hidden = true, // for the tests that show the road on older workers
      defaultValue = "4.4")
  private String connectVersion = "4.4";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  private boolean help;

  boolean help() {
    return help;
  }

  int events() {
    return events;
  }

  int earlyEvents() {
    return Math.min(EARLY_EVENTS, events);
  }

  int rate() {
    return rate;
  }

  /** How events are written; after {@link #check} only. */
  OutboxMode mode() {
    return OutboxMode.valueOf(mode.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  boolean kill() {
    return !noKill;
  }

  boolean keepRunning() {
    return keepRunning;
  }

  String connectVersion() {
    return connectVersion;
  }

  /** Far beyond any good run: it only ends a run that hangs. */
  Duration timeLimit() {
    return Duration.ofMinutes(4).plusSeconds(3L * events / rate).plusMillis(events);
  }

  /**
   * Refuses what can't be run, before anything is started.
   *
   * @throws ParameterException with the values that work
   */
  void check(CommandSpec spec) {
    requirePositive(spec, "--events", events);
    requirePositive(spec, "--rate", rate);
    requireBuilt(spec, "--mode", mode, MODES, PLANNED_MODES);
    requireBuilt(spec, "--relay", relay, RELAYS, PLANNED_RELAYS);
    if (kill() && events < FEWEST_EVENTS_WITH_KILL) {
      throw usage(
          spec,
          "--events %d leaves no moment to kill the worker, expected at least %d. [Hint: or add --no-kill]"
              .formatted(events, FEWEST_EVENTS_WITH_KILL));
    }
  }

  private static void requirePositive(CommandSpec spec, String option, int value) {
    if (value < 1) {
      throw usage(spec, "%s must be at least 1, found %d".formatted(option, value));
    }
  }

  private static void requireBuilt(
      CommandSpec spec, String option, String value, List<String> built, List<String> planned) {
    if (!built.contains(value)) {
      String fault = planned.contains(value) ? "is not built yet" : "is unknown";
      throw usage(
          spec,
          "%s %s %s; these work: %s".formatted(option, value, fault, String.join(", ", built)));
    }
  }

  private static ParameterException usage(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
