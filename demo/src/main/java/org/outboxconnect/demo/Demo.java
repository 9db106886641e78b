package org.outboxconnect.demo;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Entry point of {@code demo.sh}. */
final class Demo {

  /** Ctrl-C takes the stack away under the run: what fails then is no news. */
  private static volatile boolean ending;

  private final DemoParts parts;
  private final PrintStream out;
  private final PrintStream err;

  Demo(DemoParts parts, PrintStream out, PrintStream err) {
    this.parts = parts;
    this.out = out;
    this.err = err;
  }

  /** Runs the demo and ends the JVM with its {@link ExitCode}. */
  public static void main(String[] arguments) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> ending = true, "demo-end"));
    System.exit(new Demo(DemoParts.sound(), System.out, System.err).run(arguments).number());
  }

  /** Whether the JVM is ending, as after Ctrl-C. */
  static boolean isEnding() {
    return ending;
  }

  /** Runs the demo with a command line; prints, never exits. */
  ExitCode run(String... arguments) {
    DemoOptions options = new DemoOptions();
    CommandLine commandLine = new CommandLine(options).setErr(writer(err));
    try {
      commandLine.parseArgs(arguments);
      if (options.help()) {
        commandLine.usage(out, CommandLine.Help.Ansi.OFF);
        return ExitCode.GOOD;
      }
      options.check(commandLine.getCommandSpec());
    } catch (CommandLine.ParameterException usage) {
      err.println(usage.getMessage());
      err.println("[Hint: ./demo.sh --help]");
      return ExitCode.USAGE;
    }
    return run(options);
  }

  private ExitCode run(DemoOptions options) {
    try {
      return new DemoRun(options, parts, out, err).run();
    } catch (Exception failure) {
      if (!ending) {
        err.println("The demo could not finish: " + describe(failure));
      }
      return ExitCode.ENVIRONMENT;
    }
  }

  /** The message and what lies behind it; a stack trace would only frighten. */
  private static String describe(Exception failure) {
    StringBuilder text = new StringBuilder(String.valueOf(failure.getMessage()));
    @Nullable Throwable cause = failure.getCause();
    while (cause != null) {
      text.append(System.lineSeparator()).append("  caused by ").append(cause);
      cause = cause.getCause();
    }
    return text.toString();
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }
}
