package org.outboxconnect.bench.writer;

import static org.outboxconnect.bench.pairing.Ratio.Better.HIGHER;
import static org.outboxconnect.bench.pairing.Ratio.Better.LOWER;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.outboxconnect.bench.pairing.Benchmark;
import org.outboxconnect.bench.pairing.Figure;
import org.outboxconnect.bench.pairing.Line;
import org.outboxconnect.bench.pairing.Ratio;
import org.outboxconnect.bench.pairing.Side;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.client.OutboxWriter;

/**
 * What a transaction with one call of {@code OutboxWriter} costs, beside a transaction with one
 * plain insert of the same arrays into a table of the same kind. A run of one side does all its
 * series in slices, so that they share what the machine does meanwhile.
 *
 * <p>The flush of a durable commit would hide most of the difference: the ratios with bars are
 * those of {@code synchronous_commit = off}.
 */
public final class WriterBenchmark implements Benchmark {

  private static final int SLICES = 10;

  /** Flushes take long: a tenth of the transactions gives the median just as well. */
  private static final int DURABLE_SHARE = 10;

  private static final String SLOT_CHECK = "slot_check";

  private final int transactions;
  private final WriterDatabase database;
  private final List<Series> ours;
  private final List<Series> stock;
  private final Series single;
  private final Series unread;

  /**
   * Starts the server and connects.
   *
   * @param events events that a series of ten in a call writes in a run; there are as many calls in
   *     a series of one
   */
  public WriterBenchmark(int events) throws SQLException {
    transactions = Math.max(SLICES, events / 10);
    database = new WriterDatabase();
    Call transientRows = writer(OutboxMode.TRANSIENT, "outbox");
    Call retained = writer(OutboxMode.RETAINED, WriterDatabase.RETAINED);
    Call messages = writer(OutboxMode.WAL_MESSAGE, "outbox");
    Call insert = new PlainInsert(WriterDatabase.PLAIN);
    unread = series("transient_1_unread_slot", 1, false, transientRows);
    single = series("transient_1", 1, false, transientRows);
    ours =
        List.of(
            single,
            series("transient_10", 10, false, transientRows),
            series("wal_message_1", 1, false, messages),
            series("wal_message_10", 10, false, messages),
            series("retained_1", 1, false, retained),
            series("retained_10", 10, false, retained),
            series("transient_durable_1", 1, true, transientRows),
            series("transient_durable_10", 10, true, transientRows));
    stock =
        List.of(
            series("insert_1", 1, false, insert),
            series("insert_10", 10, false, insert),
            series("naive_pairs_10", 10, false, new NaivePairs(WriterDatabase.NAIVE)),
            series("insert_durable_1", 1, true, insert),
            series("insert_durable_10", 10, true, insert));
  }

  private static Call writer(OutboxMode mode, String table) {
    OutboxWriter writer = OutboxWriter.builder().mode(mode).table(table).build();
    return writer::appendAll;
  }

  private Series series(String name, int batch, boolean durable, Call call) throws SQLException {
    return new Series(name, batch, durable, call, database);
  }

  @Override
  public List<Line> report() {
    List<Line> lines =
        new ArrayList<>(
            List.of(
                cost("transient", "insert", "_1").withBar(1.25),
                cost("transient", "insert", "_10").withBar(1.05),
                cost("wal_message", "insert", "_1").withBar(1.05),
                cost("wal_message", "insert", "_10").withBar(0.8),
                Ratio.of(
                        "naive_pairs_vs_transient_10",
                        micros(Side.STOCK, "naive_pairs_10"),
                        micros(Side.OURS, "transient_10"),
                        HIGHER)
                    .withBar(3),
                cost("retained", "insert", "_1"),
                cost("retained", "insert", "_10"),
                cost("transient_durable", "insert_durable", "_1"),
                cost("transient_durable", "insert_durable", "_10")));
    lines.addAll(figures(Side.OURS));
    lines.addAll(figures(Side.STOCK));
    lines.add(micros(Side.OURS, SLOT_CHECK));
    return lines;
  }

  private List<Line> figures(Side side) {
    List<Line> figures = new ArrayList<>();
    for (Series one : seriesOf(side)) {
      figures.add(micros(side, one.name()));
      if (!one.isDurable()) {
        figures.add(Figure.of(side, walOf(one), "bytes_per_event"));
      }
    }
    return figures;
  }

  private List<Series> seriesOf(Side side) {
    return switch (side) {
      case OURS -> ours;
      case STOCK -> stock;
    };
  }

  private static Ratio cost(String a, String b, String batch) {
    return Ratio.of(
        a + "_vs_" + b + batch, micros(Side.OURS, a + batch), micros(Side.STOCK, b + batch), LOWER);
  }

  private static Figure micros(Side side, String name) {
    return Figure.of(side, name, "us");
  }

  private static String walOf(Series one) {
    return "wal_bytes_" + one.name();
  }

  @Override
  public Map<String, Double> run(Side side, int round) throws SQLException {
    database.reset();
    measure(seriesOf(side));
    Map<String, Double> values = new LinkedHashMap<>();
    for (Series one : seriesOf(side)) {
      values.put(one.name(), one.medianMicros());
      if (!one.isDurable()) {
        values.put(walOf(one), one.walBytesPerEvent());
      }
    }
    if (side == Side.OURS) {
      database.makeSlot();
      measure(List.of(unread));
      values.put(SLOT_CHECK, unread.medianMicros() - single.medianMicros());
    }
    return values;
  }

  private void measure(List<Series> all) throws SQLException {
    all.forEach(one -> one.start(transactionsOf(one)));
    for (int slice = 0; slice < SLICES; slice++) {
      for (Series one : all) {
        one.run(transactionsOf(one) / SLICES);
      }
    }
  }

  private int transactionsOf(Series one) {
    return Math.max(SLICES, one.isDurable() ? transactions / DURABLE_SHARE : transactions);
  }

  @Override
  public void close() {
    database.close();
  }
}
