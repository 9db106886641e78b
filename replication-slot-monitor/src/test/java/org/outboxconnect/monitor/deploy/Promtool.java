package org.outboxconnect.monitor.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs Prometheus' own tool, which starts no server. */
final class Promtool {

  private static final int MINUTES = 2;

  private Promtool() {}

  /** Exit code and all that it printed. */
  record Result(int exitCode, String output) {}

  static Result run(Object... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("promtool"));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("promtool doesn't end: " + command);
    }
    return new Result(process.exitValue(), output);
  }
}
