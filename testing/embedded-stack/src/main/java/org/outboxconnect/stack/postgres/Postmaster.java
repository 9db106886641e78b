package org.outboxconnect.stack.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.Wait;

/** One run of the server on its data, from start to end. */
final class Postmaster {

  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration FREEZE = Duration.ofSeconds(5);
  private static final Duration END = Duration.ofMinutes(1);
  private static final int LOG_LINES = 20;

  private final RunAs runAs;
  private final DataFolder data;
  private final ChildProcess process;

  private Postmaster(RunAs runAs, DataFolder data, ChildProcess process) {
    this.runAs = runAs;
    this.data = data;
    this.process = process;
  }

  /** Starts and returns when connections are accepted. */
  static Postmaster start(
      String name, PostgresBinaries binaries, RunAs runAs, DataFolder data, Path log) {
    runAs.own(data.path());
    List<String> command =
        runAs.command(List.of(binaries.program("postgres"), "-D", data.path().toString()));
    Postmaster postmaster =
        new Postmaster(runAs, data, ChildProcess.start(name, command, Map.of(), data.path(), log));
    postmaster.awaitReady();
    return postmaster;
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Ends at once without a checkpoint, as a crash of the machine would. */
  void kill() {
    freeze();
    List<String> lines = data.postmasterLines();
    process.kill();
    if (runAs.leavesSharedMemory() && lines.size() >= 7) {
      removeSharedMemory(lines.get(6));
    }
  }

  /** Ends sessions and server, with a checkpoint; SIGKILL if that takes over a minute. */
  void stop() {
    signal("INT");
    if (!process.awaitExit(END)) {
      kill();
    }
    process.close();
  }

  /** Ends without a checkpoint, but cleans up what lies outside the data folder. */
  void abort() {
    signal("QUIT");
    if (!process.awaitExit(END)) {
      kill();
    }
    process.close();
  }

  private void awaitReady() {
    Wait.until(START, () -> data.isReady(pid()) || !process.isAlive());
    if (!data.isReady(pid())) {
      process.kill();
      throw new StackException(
          "[%s] did not start; log [%s] ends with:%n%s"
              .formatted(process.name(), process.logFile(), process.logTail(LOG_LINES)));
    }
  }

  /**
   * Stops the postmaster from forking, so that the kill misses no child: a backend that outlives
   * its postmaster would go on writing to the data that the next one starts on.
   */
  private void freeze() {
    if (!process.isAlive()) {
      return;
    }
    signal("STOP");
    Path status = Path.of("/proc", String.valueOf(pid()), "stat");
    if (Files.exists(status)) {
      Wait.until(FREEZE, () -> Files.readString(status).matches("(?s).*\\) [TZ] .*"));
    }
  }

  /** Java can send TERM and KILL only, and TERM waits until the clients are so kind as to leave. */
  private void signal(String signal) {
    if (process.isAlive()) {
      String line = "kill -%s %d 2>/dev/null || true".formatted(signal, pid());
      Command.run(List.of("sh", "-c", line), data.path());
    }
  }

  /** A killed server can't remove its 56 bytes of System V memory, and no folder holds them. */
  private static void removeSharedMemory(String keyAndId) {
    String id = keyAndId.strip().replaceAll(".*\\s", "");
    try {
      new ProcessBuilder("ipcrm", "-m", id)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException noSuchTool) {
      // The next start on this data removes it too.
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
