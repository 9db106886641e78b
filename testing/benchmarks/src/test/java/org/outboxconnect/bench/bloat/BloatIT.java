package org.outboxconnect.bench.bloat;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.outboxconnect.bench.bloat.TableSizes.Sample;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;

/**
 * How large a transient outbox gets while it is written to all the time. For development the runs
 * can be made shorter: {@code -Doutbox.soak.seconds=60 -Doutbox.soak.held.seconds=30}; only the
 * full ones count.
 */
@Tag("soak")
@DisplayNameGeneration(ReplaceUnderscores.class)
class BloatIT {

  private static final int RATE = Integer.getInteger("outbox.soak.rate", 5_000);
  private static final int BATCH = Integer.getInteger("outbox.soak.batch", 10);
  private static final int SECONDS = Integer.getInteger("outbox.soak.seconds", 600);
  private static final int HELD_SECONDS = Integer.getInteger("outbox.soak.held.seconds", 300);
  private static final double LEAST_SHARE_OF_RATE = 0.99;
  private static final long BAR = 64L << 20;

  private final WorkFolder folder = WorkFolder.create();

  @AfterEach
  void delete() {
    folder.close();
  }

  @Test
  void should_stay_below_64_MB_when_autovacuum_looks_every_second() throws Exception {
    try (Soak soak = new Soak(folder, "1s")) {
      soak.run(SECONDS);
      soak.report("naptime 1 s");

      assertThat(soak.sizes.largestSince(0).total()).isLessThanOrEqualTo(BAR);
    }
  }

  /** What the README says of the rate that an untouched server carries. */
  @Test
  void should_reach_a_size_and_stay_there_when_autovacuum_looks_every_minute() throws Exception {
    try (Soak soak = new Soak(folder, "1min")) {
      soak.run(SECONDS);
      soak.report("naptime 60 s, the default");

      Sample firstHalf = soak.sizes.largestSince(0);
      assertThat(soak.sizes.largestSince(soak.sizes.count() / 2).total())
          .isLessThanOrEqualTo(firstHalf.total());
    }
  }

  @Test
  void should_grow_while_a_transaction_is_open_and_shrink_afterwards() throws Exception {
    try (Soak soak = new Soak(folder, "1s")) {
      soak.run(HELD_SECONDS / 5);
      long before = soak.sizes.largestSince(0).total();
      soak.report("before the long transaction");
      try (Connection open = soak.holdSnapshot()) {
        soak.run(HELD_SECONDS);
        open.rollback();
      }
      Sample grown = soak.sizes.last();
      soak.report("after " + HELD_SECONDS + " s with an open transaction");
      soak.run(HELD_SECONDS);
      Sample shrunk = soak.sizes.last();
      soak.report(HELD_SECONDS + " s later");

      assertThat(grown.total()).isGreaterThan(4 * before);
      assertThat(shrunk.total()).isLessThan(grown.total());
    }
  }

  /** A server, the load, the reader of the slot, and somebody who watches the size. */
  private static final class Soak implements AutoCloseable {

    private final PostgresServer postgres;
    private final SteadyLoad load;
    private final SlotReader reader;
    private final TableSizes sizes;

    Soak(WorkFolder folder, String naptime) throws SQLException {
      postgres = PostgresServer.builder().setting("autovacuum_naptime", naptime).start(folder);
      try (Connection connection = postgres.connect()) {
        SchemaScripts.OUTBOX.apply(connection);
        SchemaScripts.ADMIN.apply(connection);
      }
      reader = new SlotReader(postgres);
      sizes = new TableSizes(postgres.dataSource());
      load = new SteadyLoad(postgres.dataSource(), RATE, BATCH);
    }

    /** Lets it run, and proves that the load was there, that it arrived and that it was watched. */
    void run(int seconds) {
      int samples = sizes.count();
      boolean failed =
          Wait.until(Duration.ofSeconds(seconds), () -> load.hasFailed() || reader.hasFailed());
      assertThat(failed).as("a writer or the reader has ended").isFalse();
      assertThat(load.shareOfRate()).isGreaterThanOrEqualTo(LEAST_SHARE_OF_RATE);
      assertThat(sizes.count() - samples).isGreaterThanOrEqualTo((int) (seconds * 0.99) - 1);
      long written = load.written();
      Wait.require("all events to arrive", Duration.ofMinutes(1), () -> reader.events() >= written);
    }

    Connection holdSnapshot() throws SQLException {
      Connection connection = postgres.connect();
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SELECT 1");
      }
      return connection;
    }

    void report(String what) {
      System.out.printf(
          "outbox at %d events/s in batches of %d, %s: largest %s, last %s, %.3f of the rate, %d written, %d arrived%n",
          RATE,
          BATCH,
          what,
          sizes.largestSince(0),
          sizes.last(),
          load.shareOfRate(),
          load.written(),
          reader.events());
    }

    @Override
    public void close() {
      try {
        load.close();
        sizes.close();
        reader.close();
      } finally {
        postgres.close();
      }
    }
  }
}
