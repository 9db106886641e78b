package org.outboxconnect.bench.pipeline;

import java.util.List;
import org.outboxconnect.bench.pairing.Figure;
import org.outboxconnect.bench.pairing.Line;
import org.outboxconnect.bench.pairing.Ratio;
import org.outboxconnect.bench.pairing.Ratio.Better;
import org.outboxconnect.bench.pairing.Side;

/** What the pipeline benchmark reports, with the bars, and the keys under which runs give it. */
final class PipelineLines {

  static final String DRAIN = "drain_throughput";
  static final String BALANCED_DRAIN = "balanced_drain_throughput";
  static final String EXACTLY_ONCE = "exactly_once_drain_throughput";

  /** Prefixes of what one connector shows when little happens. */
  static final String LOW_LATENCY = "latency";

  static final String BALANCED = "balanced";
  static final String STOCK = "stock";
  static final String AT_OUR_POLL = "stock_at_our_poll";
  static final String AT_OUR_WAITS = "stock_at_our_waits";

  static final String P50 = "_p50_ms";
  static final String P99 = "_p99_ms";
  static final String IDLE_CPU = "_idle_cpu_percent";

  private static final String RATE = "events_per_s";
  private static final Figure OUR_DRAIN = new Figure(DRAIN + "_ours", Side.OURS, DRAIN, RATE);
  private static final Figure STOCK_DRAIN = new Figure(DRAIN + "_stock", Side.STOCK, DRAIN, RATE);
  private static final Figure OUR_BALANCED_DRAIN = Figure.of(Side.OURS, BALANCED_DRAIN, RATE);
  private static final Figure OUR_EXACTLY_ONCE = Figure.of(Side.OURS, EXACTLY_ONCE, RATE);
  private static final Figure BALANCED_P50 = millis(Side.OURS, BALANCED + P50);
  private static final Figure STOCK_P50 = millis(Side.STOCK, STOCK + P50);
  private static final Figure LATENCY_P50 = millis(Side.OURS, LOW_LATENCY + P50);
  private static final Figure AT_OUR_WAITS_P50 = millis(Side.STOCK, AT_OUR_WAITS + P50);
  private static final Figure AT_OUR_POLL_P50 = millis(Side.STOCK, AT_OUR_POLL + P50);

  static final List<Line> ALL =
      List.of(
          Ratio.of(DRAIN, OUR_DRAIN, STOCK_DRAIN, Better.HIGHER).withBar(1.7),
          OUR_DRAIN,
          STOCK_DRAIN,
          OUR_BALANCED_DRAIN,
          Ratio.of("exactly_once_throughput", OUR_EXACTLY_ONCE, OUR_BALANCED_DRAIN, Better.HIGHER)
              .withBar(0.85),
          OUR_EXACTLY_ONCE,
          Ratio.of("chain_latency_at_equal_poll", BALANCED_P50, AT_OUR_POLL_P50, Better.LOWER)
              .withBar(1.1),
          Ratio.of("chain_latency_at_equal_waits", LATENCY_P50, AT_OUR_WAITS_P50, Better.LOWER),
          Ratio.of("latency_p50_vs_stock", BALANCED_P50, STOCK_P50, Better.LOWER),
          LATENCY_P50.withBar(10),
          millis(Side.OURS, LOW_LATENCY + P99).withBar(25),
          new Figure("idle_cpu_percent", Side.OURS, LOW_LATENCY + IDLE_CPU, "percent").withBar(10),
          BALANCED_P50.withBar(40),
          millis(Side.OURS, BALANCED + P99),
          Figure.of(Side.OURS, BALANCED + IDLE_CPU, "percent").withBar(3),
          AT_OUR_POLL_P50,
          millis(Side.STOCK, AT_OUR_POLL + P99),
          AT_OUR_WAITS_P50,
          millis(Side.STOCK, AT_OUR_WAITS + P99),
          STOCK_P50,
          millis(Side.STOCK, STOCK + P99));

  private PipelineLines() {}

  private static Figure millis(Side side, String name) {
    return Figure.of(side, name, "ms");
  }
}
