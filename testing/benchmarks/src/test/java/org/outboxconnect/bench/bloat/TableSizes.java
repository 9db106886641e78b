package org.outboxconnect.bench.bloat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** The size of the outbox, each second. */
final class TableSizes implements AutoCloseable {

  private static final String SIZES =
      "SELECT pg_total_relation_size('outbox'), pg_relation_size('outbox'), pg_indexes_size('outbox')";

  private final List<Sample> samples = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Void> sampling;
  private volatile boolean stopped;

  /** Bytes; total is heap, indexes and what else belongs to the table. */
  record Sample(long total, long heap, long indexes) {

    @Override
    public String toString() {
      return "%.1f MB (heap %.1f, indexes %.1f)".formatted(total / 1e6, heap / 1e6, indexes / 1e6);
    }
  }

  TableSizes(DataSource database) {
    sampling = Background.run("sizes", () -> sample(database));
  }

  private void sample(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(SIZES)) {
      long start = System.nanoTime();
      for (int second = 0; !stopped; second++) {
        Background.await(start + TimeUnit.SECONDS.toNanos(second));
        try (ResultSet row = statement.executeQuery()) {
          row.next();
          samples.add(new Sample(row.getLong(1), row.getLong(2), row.getLong(3)));
        }
      }
    }
  }

  int count() {
    return samples.size();
  }

  Sample last() {
    return samples.get(samples.size() - 1);
  }

  /** The largest total from that sample on. */
  Sample largestSince(int first) {
    Sample largest = samples.get(first);
    for (Sample sample : samples.subList(first, samples.size())) {
      largest = sample.total() > largest.total() ? sample : largest;
    }
    return largest;
  }

  /** Stops sampling, and throws what a sample threw. */
  @Override
  public void close() {
    stopped = true;
    sampling.join();
  }
}
