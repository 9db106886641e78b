package org.outboxconnect.monitor.config;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which slots of a server to show. A slot is shown if it is expected, or if a pattern of {@code
 * include} matches its whole name and none of {@code exclude} does.
 *
 * @param include patterns in which {@code *} stands for any characters
 * @param exclude the same
 * @param expected names of slots that must be there
 */
public record SlotSelection(List<String> include, List<String> exclude, Set<String> expected) {

  /** Every slot, none of them expected. */
  public static final SlotSelection ALL = new SlotSelection(List.of("*"), List.of(), Set.of());

  /** Copies. */
  public SlotSelection {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
    expected = Set.copyOf(expected);
  }

  /** Tells whether to show the slot of this name. */
  public boolean selects(String slot) {
    return expected.contains(slot) || (matches(include, slot) && !matches(exclude, slot));
  }

  private static boolean matches(List<String> patterns, String slot) {
    return patterns.stream().anyMatch(pattern -> matches(pattern, slot));
  }

  private static boolean matches(String pattern, String slot) {
    StringBuilder regex = new StringBuilder();
    for (String literal : pattern.split("\\*", -1)) {
      regex.append(regex.isEmpty() ? "" : ".*").append(Pattern.quote(literal));
    }
    return slot.matches(regex.toString());
  }
}
