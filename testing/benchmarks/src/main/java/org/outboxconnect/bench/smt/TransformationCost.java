package org.outboxconnect.bench.smt;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * One record through some steps of the packaged chain. An iteration takes as many different rows as
 * no cache holds; they are built once, and between iterations, outside the clock, they lose the
 * header that EventRouter adds to its input, so that every record is as the connector gave it.
 *
 * <p>Public, and not final, because JMH asks for it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TransformationCost {

  static final int ROWS = 20_000;

  /** Aliases from the packaged file, comma between them. */
  @Param("")
  String steps = "";

  private List<Transformation<SourceRecord>> chain = List.of();
  private SourceRecord[] records = {};

  /** Builds steps and rows. */
  @Setup(Level.Trial)
  public void build() {
    PackagedSteps packaged = PackagedSteps.of(Path.of(System.getProperty("outbox.root", ".")));
    chain = Stream.of(steps.split(",", -1)).map(packaged::step).toList();
    records = OutboxRows.build(ROWS);
  }

  /** Takes away what EventRouter has added. */
  @Setup(Level.Iteration)
  public void restore() {
    for (SourceRecord record : records) {
      record.headers().clear();
    }
  }

  /** All rows, one after the other, as a worker does. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void apply(Blackhole result) {
    for (SourceRecord record : records) {
      result.consume(throughChain(record));
    }
  }

  private @Nullable SourceRecord throughChain(SourceRecord record) {
    @Nullable SourceRecord current = record;
    for (int i = 0; i < chain.size() && current != null; i++) {
      current = chain.get(i).apply(current);
    }
    return current;
  }
}
