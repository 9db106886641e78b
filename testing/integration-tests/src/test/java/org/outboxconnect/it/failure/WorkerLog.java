package org.outboxconnect.it.failure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.connect.ConnectWorker;
import org.outboxconnect.stack.process.Wait;

/** What the workers of a road have logged, over all their starts. */
final class WorkerLog {

  static final String TASK_STARTED = "Source task finished initialization and start";
  static final String TASK_FAILED = "Task threw an uncaught and unrecoverable exception";

  private final CdcRoad road;

  WorkerLog(CdcRoad road) {
    this.road = road;
  }

  /** In how many lines a text occurs. */
  long count(String text) {
    return road.stack().connect().workers().stream()
        .map(ConnectWorker::logFile)
        .mapToLong(log -> count(log, text))
        .sum();
  }

  /** Returns when a text occurs in so many lines. */
  void await(String text, long lines) {
    Wait.require(
        "line number %d with [%s]".formatted(lines, text),
        CdcRoad.GENEROUS,
        () -> count(text) >= lines);
  }

  static long count(Path log, String text) {
    try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) { // never malformed
      return lines.filter(line -> line.contains(text)).count();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
