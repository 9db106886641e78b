package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.connect.ConnectorStatus;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;

/**
 * The connectors that share the outbox of a road, and the commands of schema/README.md for them.
 */
record ShardSet(CdcRoad road, int number) {

  private static final Pattern COMMAND =
      Pattern.compile("^((?:PGOPTIONS|psql|until psql).*)$", Pattern.MULTILINE);

  /** Puts the set in the place of the one relay that the road has prepared; none has run yet. */
  void replaceTheOnlyRelay() throws Exception {
    road.run("SELECT pg_drop_replication_slot('outbox')", "DROP PUBLICATION outbox");
    for (String command : commands("## Several connectors for one outbox")) {
      run(
          command
              .replace("'public'", "'sales'")
              .replaceAll("shards(=| => )2", "shards$1" + number));
    }
  }

  /** The commands of a chapter of the README in their order, as readers copy them. */
  static List<String> commands(String heading) throws IOException {
    String text = Files.readString(CdcRoad.root().resolve("schema/README.md"));
    String chapter = text.substring(text.indexOf("\n" + heading + "\n") + 1);
    int end = chapter.indexOf("\n##");
    return COMMAND.matcher(chapter.substring(0, end)).results().map(line -> line.group(1)).toList();
  }

  /** Runs a command of the README at the root of the repository. */
  void run(String command) throws Exception {
    PostgresServer server = road.stack().postgres();
    Path output = Files.createTempFile("psql", ".out");
    try {
      ProcessBuilder builder =
          new ProcessBuilder("bash", "-c", command)
              .directory(CdcRoad.root().toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder
          .environment()
          .putAll(
              Map.of(
                  "PGHOST", server.host(),
                  "PGPORT", Integer.toString(server.port()),
                  "PGDATABASE", "shop",
                  "PGUSER", server.user(),
                  "PGPASSWORD", server.password(),
                  "PSQLRC", "none"));
      Process process = builder.start();
      boolean ended = process.waitFor(90, TimeUnit.SECONDS);
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      String printed = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(ended).as(command + "\n" + printed).isTrue();
      assertThat(process.exitValue()).as(command + "\n" + printed).isZero();
    } finally {
      Files.delete(output);
    }
  }

  List<String> names() {
    return IntStream.range(0, number).mapToObj(this::name).toList();
  }

  String name(int shard) {
    return "outbox_%d_%d".formatted(number, shard);
  }

  void createConnectors() {
    names().forEach(name -> road.rest().create(connector(name)));
    names().forEach(name -> road.rest().awaitRunning(name));
  }

  /** The packaged file of shard 0 of 2, with another suffix as the README says. */
  private ConnectorFile connector(String name) {
    ConnectorFile packaged = road.packagedConnector("outbox-cdc-sharded.json");
    return ConnectorFile.parse(packaged.json().replace("outbox_2_0", name));
  }

  /** Returns when all tasks have ended and nobody reads the slots. */
  void stopConnectors() {
    names().forEach(road.rest()::stop);
    names().forEach(this::awaitEnd);
  }

  void stopConnector(String name) {
    road.rest().stop(name);
    awaitEnd(name);
  }

  private void awaitEnd(String name) {
    Wait.require(
        "the end of " + name,
        CdcRoad.GENEROUS,
        () -> {
          ConnectorStatus status = road.rest().status(name);
          return status.state().equals("STOPPED")
              && status.tasks().isEmpty()
              && road.texts(
                      "SELECT 1 FROM pg_replication_slots WHERE active AND slot_name = '%s'"
                          .formatted(name))
                  .isEmpty();
        });
  }

  void deleteConnectors() {
    for (String name : names()) {
      road.rest().deleteOffsets(name);
      road.rest().delete(name);
    }
  }

  /** What an operator does who has not read the chapter, for the controls. */
  void makeAndUseAtOnce() throws Exception {
    run(
        commands("### Changing the number of shards")
            .get(0)
            .replace("outbox.shards=3", "outbox.shards=" + number));
    road.run("SELECT outbox_create('sales', 'outbox', shards => %d)".formatted(number));
  }
}
