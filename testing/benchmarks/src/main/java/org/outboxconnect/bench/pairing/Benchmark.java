package org.outboxconnect.bench.pairing;

import java.util.List;
import java.util.Map;

/** A comparison of two sides. Used by one thread; closing it ends every process it started. */
public interface Benchmark extends AutoCloseable {

  /** What the report says, in its order. */
  List<Line> report();

  /**
   * Runs one side once.
   *
   * @param side which of the two
   * @param round number of the run, unique within this benchmark and side
   * @return a value for each {@linkplain Figure#key() key} of the side
   * @throws VoidRunException if the run can't count, for example because the rate was not reached
   */
  Map<String, Double> run(Side side, int round) throws Exception;

  @Override
  void close();
}
