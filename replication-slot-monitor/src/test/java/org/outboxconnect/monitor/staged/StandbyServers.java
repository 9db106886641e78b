package org.outboxconnect.monitor.staged;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.TestInfo;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.Stage;
import org.outboxconnect.monitor.StagePlan;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/** A primary and its standby, both new for each test. */
@DisplayNameGeneration(ReplaceUnderscores.class)
abstract class StandbyServers {

  static final String SLOT = "outbox";
  static final Duration GENEROUS = Duration.ofSeconds(60);

  private final int major;
  private WorkFolder work;
  private Catalogue told;
  PostgresServer primary;
  PostgresServer standby;
  Stage stage;

  StandbyServers(int major) {
    this.major = major;
  }

  @BeforeEach
  void start(TestInfo test) throws SQLException {
    told = test.getTestMethod().orElseThrow().getAnnotation(Catalogue.class);
    work = WorkFolder.create();
    primary =
        PostgresServer.builder()
            .major(major)
            .setting("wal_receiver_status_interval", "1s")
            .start(work);
    Sql.run(primary, "CREATE ROLE monitor LOGIN PASSWORD 'monitor' IN ROLE pg_monitor", Sql.OUTBOX);
    standby = primary.startStandby();
  }

  @AfterEach
  void close() {
    if (stage != null) {
      stage.close();
    }
    primary.close();
    work.close();
  }

  /** Begins the course of the test's case on one of the servers. */
  final Course course(PostgresServer server, StagePlan plan, String slot) {
    stage = new Stage(server, plan);
    return Course.before(stage, told, slot);
  }

  static void require(PostgresServer server, String query) {
    Wait.require(query, GENEROUS, () -> Sql.ask(server, query).equals("t"));
  }
}
