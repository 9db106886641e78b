package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.it.cdc.CdcRoad;
import org.outboxconnect.stack.connect.ConnectWorker;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.process.Wait;

/**
 * The exactly-once configuration under SIGKILL of its worker: what a killed transaction left on the
 * topic is read by a consumer that doesn't ask for committed records only, and by no other.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExactlyOnceKillsIT {

  private static final int PER_SECOND = 1_500;
  private static final int BETWEEN_KILLS = 1_000; // events

  @RegisterExtension
  static final CdcRoad ROAD =
      new CdcRoad(
          builder ->
              builder.furtherWorkerProperties(
                  CdcRoad.root().resolve("connector-configs/worker-exactly-once.properties")));

  @Test
  @Tag("ci")
  void should_show_no_duplicate_to_readers_of_committed_records_when_the_worker_is_killed_thrice()
      throws Exception {
    killAndRead("Few", 3, 1);
  }

  @Test
  @Tag("soak")
  void should_show_no_duplicate_to_readers_of_committed_records_when_the_worker_is_killed_20_times()
      throws Exception {
    killAndRead("Many", 20, 10);
  }

  /** The least number of kills that must have left uncommitted records says that they hit. */
  private static void killAndRead(String type, int kills, int leastHits) throws Exception {
    ROAD.removeRelay();
    ROAD.run("SELECT pg_create_logical_replication_slot('outbox', 'pgoutput')");
    String topic = type + ".events";
    ROAD.stack().broker().createTopic(topic, 1);
    ROAD.create(
        ConnectorFile.read(CdcRoad.root().resolve("connector-configs/outbox-cdc-exactly-once.json"))
            .secretsFolder(ROAD.stack().secretsFolder()));
    String servers = ROAD.stack().broker().bootstrapServers();
    try (IsolatedReader uncommitted = IsolatedReader.start(servers, topic, "read_uncommitted");
        IsolatedReader committed = IsolatedReader.start(servers, topic, "read_committed");
        SteadyWriter writer = SteadyWriter.start(ROAD.service(), type, PER_SECOND)) {
      int hits = 0;
      for (int kill = 0; kill < kills; kill++) {
        hits += leavesUncommitted(uncommitted, committed) ? 1 : 0;
      }
      double rate = writer.rate();
      List<UUID> written = writer.stop();
      awaitAll(committed, written);

      System.out.printf(
          "exactly once: %d kills, %d left uncommitted records; %d events written, %.0f per second,"
              + " %d records committed, %d there%n",
          kills, hits, written.size(), rate, committed.count(), uncommitted.count());
      assertThat(ids(committed)).containsExactlyElementsOf(written);
      assertThat(hits).isGreaterThanOrEqualTo(leastHits);
      // The control: without read_committed there are duplicates.
      assertThat(uncommitted.count()).isGreaterThan(new HashSet<>(ids(uncommitted)).size());
    }
  }

  /** Kills the worker in the middle of a transaction and starts it again. */
  private static boolean leavesUncommitted(IsolatedReader uncommitted, IsolatedReader committed) {
    int before = committed.count();
    long start = committed.position();
    Wait.require(
        "an open transaction",
        CdcRoad.GENEROUS,
        () ->
            committed.healthy()
                && uncommitted.healthy()
                && committed.count() >= before + BETWEEN_KILLS
                && uncommitted.position() > committed.position());
    ConnectWorker worker = ROAD.stack().connect().worker(0);
    worker.kill();
    assertThat(worker.alive()).isFalse();
    long end = uncommitted.position();
    worker.launch();
    worker.awaitReady();
    Wait.require(
        "the end of the killed transaction",
        Duration.ofMinutes(2),
        () -> committed.position() > end);
    Set<Long> shown =
        committed.records().stream().map(Seen::offset).collect(Collectors.toUnmodifiableSet());
    return uncommitted.records().stream()
        .map(Seen::offset)
        .anyMatch(offset -> offset >= start && offset < end && !shown.contains(offset));
  }

  private static void awaitAll(IsolatedReader committed, List<UUID> written) {
    Wait.require(
        "%d events".formatted(written.size()),
        CdcRoad.GENEROUS,
        () -> committed.count() >= written.size());
  }

  private static List<UUID> ids(IsolatedReader reader) {
    return reader.records().stream().map(Seen::id).toList();
  }
}
