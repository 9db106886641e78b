package org.outboxconnect.monitor.replay;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Multiplies what was recorded: distances in WAL, counted from the smallest position of the first
 * sample, and ages in transactions.
 */
final class Stretched {

  private static final Pattern POSITION =
      Pattern.compile(".*\\.(head|decodable|restart|confirmed|sent)");
  private static final Pattern AGE = Pattern.compile(".*\\.(xminAge|catalogXminAge)");

  private final long positions;
  private final long transactions;
  private long origin = -1;

  Stretched(long positions, long transactions) {
    this.positions = positions;
    this.transactions = transactions;
  }

  Map<String, String> apply(Map<String, String> flat) {
    origin = origin < 0 ? smallest(flat) : origin;
    Map<String, String> stretched = new TreeMap<>(flat);
    stretched.replaceAll(this::stretched);
    return stretched;
  }

  private static long smallest(Map<String, String> flat) {
    return flat.entrySet().stream()
        .filter(each -> POSITION.matcher(each.getKey()).matches())
        .mapToLong(each -> Long.parseLong(each.getValue()))
        .min()
        .orElseThrow();
  }

  private String stretched(String key, String value) {
    if (positions > 1 && POSITION.matcher(key).matches()) {
      return Long.toString(origin + (Long.parseLong(value) - origin) * positions);
    }
    return AGE.matcher(key).matches() ? Long.toString(Long.parseLong(value) * transactions) : value;
  }
}
