package org.outboxconnect.stack.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.outboxconnect.stack.process.StackException;

/** Short-lived helper programs. */
final class Command {

  private Command() {}

  /**
   * Runs to the end.
   *
   * @throws StackException if it ends with another code than 0; the text holds its output
   */
  static void run(List<String> command, Path directory) {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      int code = process.waitFor();
      if (code != 0) {
        throw new StackException("%s ended with code %d: %s".formatted(command, code, output));
      }
    } catch (IOException cannotRun) {
      throw new UncheckedIOException(cannotRun);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StackException("Interrupted while running " + command);
    }
  }
}
