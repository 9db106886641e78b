package org.outboxconnect.monitor.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Sql;
import org.outboxconnect.monitor.TestClock;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.WalDirectory;
import org.outboxconnect.monitor.watch.ServerAccess;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WalDirectoryIT {

  private static final LagSource NO_LAG = (confirmed, head, now) -> Optional.empty();

  private final TestClock clock = new TestClock();

  @Test
  void should_list_the_directory_again_only_after_the_interval() throws SQLException {
    try (WorkFolder work = WorkFolder.create();
        PostgresServer server = PostgresServer.builder().start(work);
        ServerPoller poller = poller(server)) {
      Sql.run(server, "SELECT pg_create_physical_replication_slot('keeps', true)");
      long before = bytes(poller);
      Sql.fill(server, 40);
      assertThat(Long.parseLong(Sql.ask(server, "SELECT sum(size) FROM pg_ls_waldir()")))
          .isGreaterThan(before);
      clock.advance(Duration.ofSeconds(59));
      assertThat(bytes(poller)).isEqualTo(before);
      clock.advance(Duration.ofSeconds(1));
      assertThat(bytes(poller)).isGreaterThan(before);
    }
  }

  private ServerPoller poller(PostgresServer server) {
    ServerAccess access = new ServerAccess(server.jdbcUrl(), server.user(), server::password);
    return new ServerPoller(access, List.of(), clock, Duration.ofMinutes(1));
  }

  private static long bytes(ServerPoller poller) {
    Reading<WalDirectory> reading =
        poller.poll(NO_LAG).value().orElseThrow().around().walDirectory();
    return reading.value().orElseThrow().bytes();
  }
}
