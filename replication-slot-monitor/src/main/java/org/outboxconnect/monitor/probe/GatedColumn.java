package org.outboxconnect.monitor.probe;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A column that servers have from some version on, or with another meaning. The newest definition
 * that is not newer than the server counts, so that a server of the future is asked like the newest
 * known one.
 */
final class GatedColumn {

  private final String alias;
  private final String type;
  private final SortedMap<Integer, String> expressions;

  private GatedColumn(String alias, String type, Map<Integer, String> expressions) {
    this.alias = alias;
    this.type = type;
    this.expressions = Collections.unmodifiableSortedMap(new TreeMap<>(expressions));
  }

  /**
   * Describes a column.
   *
   * @param type SQL type of the NULL that stands for it on older servers
   * @param expressions by the first {@code server_version_num} that has it
   */
  static GatedColumn of(String alias, String type, Map<Integer, String> expressions) {
    return new GatedColumn(alias, type, expressions);
  }

  /** The item of a SELECT list. */
  String on(int version) {
    SortedMap<Integer, String> known = expressions.headMap(version + 1);
    String expression = known.isEmpty() ? "NULL::" + type : expressions.get(known.lastKey());
    return expression + " AS " + alias;
  }
}
