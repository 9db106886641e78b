package org.outboxconnect.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.outboxconnect.bench.pairing.Report;

/** The report of one complete earlier run, as committed; a later run is held against it. */
final class CommittedFigures {

  private final Path file;

  CommittedFigures(Path folder, String benchmark) {
    this.file = folder.resolve(benchmark + ".txt");
  }

  /**
   * Requires that there is a committed run.
   *
   * @throws NoSuchFileException if there is none
   */
  void require() throws NoSuchFileException {
    if (!Files.isReadable(file)) {
      throw new NoSuchFileException(
          file.toString(), null, "no committed run. [Hint: leave out --check, or commit one]");
    }
  }

  /**
   * Compares the median of each ratio with the worst pair of the committed run: below it, the
   * change is more than the noise that was seen then.
   *
   * @return 0 if none is below, otherwise 1
   */
  int check(Report report, PrintStream messages) throws IOException {
    Map<String, String[]> committed = ratios(Files.readAllLines(file));
    Map<String, String[]> found = ratios(report.lines());
    int exitCode = 0;
    for (Map.Entry<String, String[]> entry : found.entrySet()) {
      String[] bar = committed.get(entry.getKey());
      if (bar == null) {
        messages.printf("%s: no committed ratio in [%s]%n", entry.getKey(), file);
        exitCode = 1;
      } else if (Double.parseDouble(entry.getValue()[2]) < Double.parseDouble(bar[3])) {
        messages.printf(
            "%s: median %s is below the committed worst pair %s%n",
            entry.getKey(), entry.getValue()[2], bar[3]);
        exitCode = 1;
      }
    }
    return exitCode;
  }

  private static Map<String, String[]> ratios(Iterable<String> lines) {
    Map<String, String[]> ratios = new HashMap<>();
    for (String line : lines) {
      String[] parts = line.split(" ", -1);
      if (parts[0].equals("RATIO")) {
        ratios.put(parts[1], parts);
      }
    }
    return ratios;
  }
}
