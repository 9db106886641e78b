package org.outboxconnect.bench.pairing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finished runs, one line each ({@code round side metric=value …}), so that an interrupted
 * benchmark goes on where it stopped. The first line names the set-up; results of another set-up
 * are refused, because figures of two set-ups can't be paired.
 */
public final class ResultsFile {

  private final Path path;

  private ResultsFile(Path path) {
    this.path = path;
  }

  /**
   * Opens or starts a file.
   *
   * @param setup what the runs have in common, for example {@code pipeline events=50000}
   * @throws IllegalStateException if the file holds runs of another set-up
   */
  public static ResultsFile open(Path path, String setup) throws IOException {
    Files.createDirectories(path.toAbsolutePath().getParent());
    String header = "# " + setup;
    if (Files.notExists(path)) {
      Files.writeString(path, header + "\n");
    }
    String found = Files.readAllLines(path).stream().findFirst().orElse("");
    if (!found.equals(header)) {
      throw new IllegalStateException(
          "Results file [%s] holds runs of [%s], this run is [%s]. [Hint: remove the file to start afresh]"
              .formatted(path, found, header));
    }
    return new ResultsFile(path);
  }

  void append(Run run) throws IOException {
    Files.writeString(path, run.toLine() + "\n", StandardOpenOption.APPEND);
  }

  /** All runs so far, in the order in which they ended. */
  public List<Run> read() throws IOException {
    List<Run> runs = new ArrayList<>();
    for (String line : Files.readAllLines(path)) {
      if (!line.startsWith("#") && !line.isBlank()) {
        runs.add(Run.parse(line));
      }
    }
    return runs;
  }

  /** One finished run of one side. */
  public record Run(int round, Side side, Map<String, Double> values) {

    /** Copies the values. */
    public Run {
      values = Map.copyOf(values);
    }

    private String toLine() {
      StringBuilder line = new StringBuilder().append(round).append(' ').append(side.label());
      new TreeMap<>(values)
          .forEach((name, value) -> line.append(' ').append(name).append('=').append(value));
      return line.toString();
    }

    private static Run parse(String line) {
      String[] parts = line.split(" ", -1);
      Map<String, Double> values = new TreeMap<>();
      for (int i = 2; i < parts.length; i++) {
        int equals = parts[i].indexOf('=');
        values.put(parts[i].substring(0, equals), Double.valueOf(parts[i].substring(equals + 1)));
      }
      return new Run(
          Integer.parseInt(parts[0]),
          parts[1].equals(Side.OURS.label()) ? Side.OURS : Side.STOCK,
          values);
    }
  }
}
