package org.outboxconnect.smt.internal.guard;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.outboxconnect.smt.internal.plugin.PluginCounters;

/** What the guard counts, and what of it came for the first time. Safe for use by many threads. */
public final class GuardCounters {

  private static final String OTHER = "other";

  private final PluginCounters all = new PluginCounters();
  private final LongAdder passed =
      all.counter("records-passed-total", "Records that went on unchanged, events and others");
  private final Map<Rule, LongAdder> quarantined = new EnumMap<>(Rule.class);
  private final Map<String, LongAdder> dropped =
      Map.of("u", changes("u"), "d", changes("d"), "t", changes("t"), OTHER, changes(OTHER));
  private final Set<Object> seen = ConcurrentHashMap.newKeySet();

  /** Declares all counters. */
  public GuardCounters() {
    for (Rule rule : Rule.values()) {
      quarantined.put(
          rule,
          all.counter(
              "records-quarantined-total",
              "Events that broke this rule and were taken aside; read the quarantine topic",
              Map.of("rule", rule.toString())));
    }
  }

  private LongAdder changes(String operation) {
    return all.counter(
        "changes-dropped-total",
        "Changes of an outbox table that add no row; the publication should hold inserts only",
        Map.of("op", operation));
  }

  /** Shows all of them. */
  public void showIn(PluginMetrics metrics) {
    all.showIn(metrics);
  }

  /** Counts a record that went on. */
  public void passed() {
    passed.increment();
  }

  /** Counts an event that was taken aside; true for the first of its rule. */
  public boolean quarantined(Rule rule) {
    Objects.requireNonNull(quarantined.get(rule)).increment();
    return seen.add(rule);
  }

  /** Counts a change that was dropped; true for the first of its operation. */
  public boolean dropped(String operation) {
    String known = dropped.containsKey(operation) ? operation : OTHER;
    Objects.requireNonNull(dropped.get(known)).increment();
    return seen.add(known);
  }
}
