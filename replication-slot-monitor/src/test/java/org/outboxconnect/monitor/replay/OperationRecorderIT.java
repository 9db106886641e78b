package org.outboxconnect.monitor.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;

/** Writes the recording that {@link OperationReplayTest} plays; by hand, when a script changes. */
@Tag("soak")
@EnabledIfSystemProperty(named = "outbox.record", matches = "true")
@DisplayNameGeneration(ReplaceUnderscores.class)
class OperationRecorderIT {

  private static final Path FILE =
      Path.of(System.getProperty("outbox.root", ".."))
          .resolve("replication-slot-monitor/src/test/resources/org/outboxconnect/monitor/replay")
          .resolve(Recording.FILE);

  private static final String[] HEADER = {
    "Looks at PostgreSQL 18, recorded by OperationRecorderIT:",
    "mvn -B verify -Psoak -pl replication-slot-monitor -am -Doutbox.record=true"
        + " -Dtest=None -Dit.test=OperationRecorderIT",
    "Servers, consumers, WAL and transactions are real. Between two looks lie 15 seconds of the",
    "script's time and a few real milliseconds; ages that the server tells are told in the script's",
    "time. What Kafka Connect says is made up. Stretched, because a test server doesn't get there:",
    "ages in transactions by 100,000 in the two scenes of row versions, distances in WAL by 120 in",
    "the scene of 8 GiB.",
  };

  @Test
  void should_record_operation() throws Exception {
    Recording.Writer out = new Recording.Writer(HEADER);
    try (WorkFolder work = WorkFolder.create();
        PostgresServer primary = server(work)) {
      PostgresServer standby = primary.startStandby();
      try (Play play = new Play(primary, out)) {
        new HealthyOperation(play, standby).run();
      }
    }
    try (WorkFolder work = WorkFolder.create();
        PostgresServer server = server(work);
        Play play = new Play(server, out)) {
      new StrainedOperation(play).run();
    }
    Files.writeString(FILE, out.text());
    assertThat(Recording.read(out.text())).hasSizeGreaterThan(500);
  }

  /** No checkpoint comes by itself. */
  private static PostgresServer server(WorkFolder work) throws Exception {
    PostgresServer server = PostgresServer.builder().setting("max_wal_size", "4GB").start(work);
    Sql.run(server, "CREATE ROLE monitor LOGIN PASSWORD 'monitor' IN ROLE pg_monitor", Sql.OUTBOX);
    Sql.run(server, "CREATE DATABASE neighbour");
    return server;
  }
}
