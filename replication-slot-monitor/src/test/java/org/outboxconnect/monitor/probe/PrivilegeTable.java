package org.outboxconnect.monitor.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;

/** The README's table of what each role sees, made of what each role has seen. */
final class PrivilegeTable {

  private static final Path README =
      Path.of(System.getProperty("outbox.root", ".."))
          .resolve("replication-slot-monitor/README.md");
  private static final String BEGIN = "<!-- begin: what each role sees, written by ProbesIT -->\n";
  private static final String END = "<!-- end: what each role sees -->";

  /**
   * A row.
   *
   * @param what is read
   * @param readings by which it is
   */
  private record Line(String what, Function<ServerSample, List<Reading<?>>> readings) {

    String cell(ServerSample sample) {
      return readings.apply(sample).stream().allMatch(each -> each.value().isPresent())
          ? "yes"
          : "no";
    }
  }

  private static final List<Line> LINES =
      List.of(
          new Line("slots, the server's position and role", sample -> List.of()),
          new Line(
              "which server it is, its settings, its last checkpoint",
              sample ->
                  List.of(
                      sample.around().identity(),
                      sample.around().settings(),
                      sample.around().checkpoint())),
          new Line(
              "prepared transactions, decoding statistics, archiver",
              sample ->
                  List.of(
                      sample.around().prepared(),
                      sample.around().statistics(),
                      sample.around().archiver())),
          new Line(
              "publication and row counts of an outbox",
              sample -> List.of(outbox(sample).publication(), outbox(sample).statistics())),
          new Line("a consumer's state and last word", sample -> List.of(slot(sample).sender())),
          new Line("open transactions", sample -> List.of(sample.around().writers())),
          new Line("size of the WAL directory", sample -> List.of(sample.around().walDirectory())),
          new Line("rows of an outbox that wait", sample -> List.of(outbox(sample).waiting())));

  private PrivilegeTable() {}

  private static OutboxSample outbox(ServerSample sample) {
    return sample.outboxes().get(0);
  }

  private static SlotSample slot(ServerSample sample) {
    return sample.slot("outbox").orElseThrow();
  }

  /** Compares the README with what the three roles have seen, or writes it when asked to. */
  static void check(ServerSample plain, ServerSample reader, ServerSample monitor) {
    String table = table(List.of(plain, reader, monitor));
    try {
      String readme = Files.readString(README);
      if (Boolean.getBoolean("outbox.regenerate")) {
        Files.writeString(README, readme.replace(block(readme), table));
      }
      assertThat(block(Files.readString(README))).isEqualTo(table);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static String block(String readme) {
    return readme.substring(readme.indexOf(BEGIN) + BEGIN.length(), readme.indexOf(END));
  }

  private static String table(List<ServerSample> roles) {
    StringBuilder table =
        new StringBuilder(
            "| | any role with LOGIN | `pg_read_all_stats` | `pg_monitor` |\n|---|---|---|---|\n");
    for (Line line : LINES) {
      table.append("| %s".formatted(line.what()));
      roles.forEach(role -> table.append(" | %s".formatted(line.cell(role))));
      table.append(" |\n");
    }
    return table.toString();
  }
}
