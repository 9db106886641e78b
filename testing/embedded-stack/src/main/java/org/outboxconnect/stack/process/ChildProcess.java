package org.outboxconnect.stack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real process of the stack. It ends with {@link #kill()}, {@link #stop(Duration)} or, whatever
 * happens, with this JVM: by a shutdown hook, and on Linux also when this JVM gets SIGKILL.
 *
 * <p>Safe for use by many threads. A process that ended is not started again; make a new one.
 */
public final class ChildProcess implements AutoCloseable {

  private static final Duration GONE = Duration.ofSeconds(30);

  private final String name;
  private final Path logFile;
  private final Process process;

  private ChildProcess(String name, Path logFile, Process process) {
    this.name = name;
    this.logFile = logFile;
    this.process = process;
  }

  /**
   * Starts a process. Its standard input is empty; output and errors are appended to the log file.
   *
   * @param name for messages, for example {@code worker-1}
   * @param command program and arguments
   * @param environment added to this JVM's environment
   * @param directory working directory
   * @throws UncheckedIOException if the program can't be run; on Linux a program that is missing
   *     shows as exit code 127 instead
   * @throws StackException if the JVM is ending
   */
  public static ChildProcess start(
      String name,
      List<String> command,
      Map<String, String> environment,
      Path directory,
      Path logFile) {
    ProcessBuilder builder =
        new ProcessBuilder(Launcher.dyingWithUs(command))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile.toFile()));
    builder.environment().putAll(environment);
    return JvmEnd.register(() -> new ChildProcess(name, logFile, Launcher.launch(builder)));
  }

  /**
   * Tells whether a process has ended. That includes one whose parent hasn't taken note of it yet:
   * it holds neither port nor file, and an orphan waits for pid 1, which in some containers never
   * does.
   */
  public static boolean hasEnded(ProcessHandle process) {
    return !process.isAlive() || isZombie(process.pid());
  }

  private static boolean isZombie(long pid) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(pid), "stat"))
          .matches("(?s).*\\) Z .*");
    } catch (IOException goneOrNoSuchFileSystem) {
      return false;
    }
  }

  /** The name given at the start. */
  public String name() {
    return name;
  }

  /** The process id; it is that of the program itself, not of a wrapper. */
  public long pid() {
    return process.pid();
  }

  /** Tells whether the process runs. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** The exit code (128 + n after signal n), or empty while the process runs. */
  public OptionalInt exitCode() {
    return process.isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
  }

  /** Where output and errors go. */
  public Path logFile() {
    return logFile;
  }

  /** The last lines of the log, for messages; empty if there is no log yet. */
  public String logTail(int lines) {
    try {
      // Not readAllLines: a process may have written bytes that are no UTF-8.
      List<String> all =
          new String(Files.readAllBytes(logFile), StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", all.subList(Math.max(0, all.size() - lines), all.size()));
    } catch (IOException noLog) {
      return "";
    }
  }

  /**
   * Sends SIGKILL to the process and its descendants and returns when they are gone: ports and
   * files are free then. Does nothing when it has ended.
   *
   * @throws StackException if one of them is still there after 30 seconds
   */
  public void kill() {
    List<ProcessHandle> all = signalKill();
    Wait.require(
        "the end of [%s], pid %d".formatted(name, pid()),
        GONE,
        () -> !process.isAlive() && all.stream().allMatch(ChildProcess::hasEnded));
    JvmEnd.forget(this);
  }

  /**
   * Sends SIGTERM, and SIGKILL if the process hasn't ended by the deadline.
   *
   * @return true if it ended by itself
   */
  public boolean stop(Duration deadline) {
    process.destroy();
    boolean byItself = awaitExit(deadline);
    kill();
    return byItself;
  }

  /**
   * Waits until the process has ended.
   *
   * @return false if the deadline passed first
   */
  public boolean awaitExit(Duration deadline) {
    try {
      return process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StackException("Interrupted while waiting for the end of [%s]".formatted(name));
    }
  }

  /** The same as {@link #kill()}. */
  @Override
  public void close() {
    kill();
  }

  /** Sends SIGKILL without waiting; returns all that were hit. */
  List<ProcessHandle> signalKill() {
    // Taken first: orphans have no parent to find them by.
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    return all;
  }
}
