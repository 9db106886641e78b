package org.outboxconnect.stack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * Runs programs so that they can't survive this JVM, not even its SIGKILL, where {@code setpriv} of
 * util-linux is at hand. Elsewhere only the shutdown hook ends them.
 */
final class Launcher {

  private static final List<String> SETPRIV = List.of("setpriv", "--pdeathsig", "KILL", "--");
  private static final boolean HAS_SETPRIV = hasSetpriv();

  /**
   * One thread that never ends: Linux sends the death signal when the thread that forked has ended,
   * not when its process has.
   */
  private static final ExecutorService THREAD =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "outbox-stack-launcher");
            thread.setDaemon(true);
            return thread;
          });

  private Launcher() {}

  static List<String> dyingWithUs(List<String> command) {
    return HAS_SETPRIV
        ? Stream.concat(SETPRIV.stream(), command.stream()).toList()
        : List.copyOf(command);
  }

  static Process launch(ProcessBuilder builder) throws IOException {
    try {
      return CompletableFuture.supplyAsync(() -> start(builder), THREAD).join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof UncheckedIOException failure) {
        throw failure.getCause();
      }
      throw failed;
    }
  }

  private static Process start(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException io) {
      throw new UncheckedIOException(io);
    }
  }

  private static boolean hasSetpriv() {
    try {
      Process probe =
          new ProcessBuilder(Stream.concat(SETPRIV.stream(), Stream.of("true")).toList())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return probe.waitFor() == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
