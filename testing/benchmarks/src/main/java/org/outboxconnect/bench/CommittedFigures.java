package org.outboxconnect.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.outboxconnect.bench.pairing.Figure;
import org.outboxconnect.bench.pairing.Ratio;
import org.outboxconnect.bench.pairing.Report;
import org.outboxconnect.bench.pairing.Spread;

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
   * Compares the median of each ratio with the worst pair of the committed run: beyond it, the
   * change is more than the noise that was seen then. And with the bar, where there is one; a
   * figure has nothing but a bar, because it depends on the machine.
   *
   * @return 0 if none is worse, otherwise 1
   */
  int check(Report report, PrintStream messages) throws IOException {
    Map<String, String[]> committed = ratios(Files.readAllLines(file));
    int exitCode = 0;
    for (Map.Entry<Ratio, Spread> entry : report.ratios().entrySet()) {
      for (String fault : faults(entry.getKey(), entry.getValue().median(), committed)) {
        messages.printf("%s: %s%n", entry.getKey().name(), fault);
        exitCode = 1;
      }
    }
    for (Map.Entry<Figure, Spread> entry : report.figuresWithBar().entrySet()) {
      double bar = entry.getKey().bar().orElseThrow();
      if (entry.getValue().median() > bar) {
        messages.printf(
            "%s: %s%n", entry.getKey().name(), worse(entry.getValue().median(), "the bar", bar));
        exitCode = 1;
      }
    }
    return exitCode;
  }

  private List<String> faults(Ratio ratio, double median, Map<String, String[]> committed) {
    List<String> faults = new ArrayList<>();
    String[] line = committed.get(ratio.name());
    if (line == null) {
      faults.add("no committed ratio in [%s]".formatted(file));
    } else {
      double worst = ratio.worst(Double.parseDouble(line[3]), Double.parseDouble(line[4]));
      if (ratio.isWorse(median, worst)) {
        faults.add(worse(median, "the committed worst pair", worst));
      }
    }
    if (ratio.bar().isPresent() && ratio.isWorse(median, ratio.bar().getAsDouble())) {
      faults.add(worse(median, "the bar", ratio.bar().getAsDouble()));
    }
    return faults;
  }

  private static String worse(double median, String than, double other) {
    return String.format(Locale.ROOT, "median %.3f is worse than %s %.3f", median, than, other);
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
