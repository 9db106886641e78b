package org.outboxconnect.monitor.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.outboxconnect.monitor.config.Entry.Group;
import org.outboxconnect.monitor.config.Entry.Scalar;
import org.outboxconnect.monitor.config.Entry.Values;

/** The environment variable of each setting, without the prefix that all have. */
final class VariableNames {

  /** Stands for a number in the names of the reference page. */
  static final String NUMBER = "N";

  private static final Pattern INDEX = Pattern.compile("(?<=_)\\d{1,3}(?=_|$)");

  private final List<Target> all = new ArrayList<>();

  VariableNames(Group catalogue) {
    addAll(catalogue, new ArrayList<>(), "");
  }

  /**
   * A setting and where it belongs.
   *
   * @param name of the variable; {@link #NUMBER} for each number
   * @param steps names and numbers that lead to it
   * @param leaf what is there
   */
  record Target(String name, List<Object> steps, Entry leaf) {

    /** In this order no item comes before those with lower numbers. */
    String order() {
      StringBuilder order = new StringBuilder();
      steps.forEach(
          step -> order.append(step instanceof Integer index ? "%03d".formatted(index) : step));
      return order.toString();
    }

    private Target numbered(List<Integer> numbers) {
      List<Object> numbered = new ArrayList<>();
      int next = 0;
      for (Object step : steps) {
        numbered.add(step instanceof Integer ? numbers.get(next++) : step);
      }
      return new Target(name, numbered, leaf);
    }
  }

  private void addAll(Group group, List<Object> steps, String prefix) {
    for (Entry entry : group.entries()) {
      List<Object> deeper = new ArrayList<>(steps);
      deeper.add(entry.name());
      String name = prefix + entry.variable();
      if (entry instanceof Scalar) {
        all.add(new Target(name, deeper, entry));
        continue;
      }
      boolean numbered = entry instanceof Values || ((Group) entry).many();
      if (numbered) {
        deeper.add(0);
        name += "_" + NUMBER;
      }
      if (entry instanceof Group inner) {
        addAll(inner, deeper, name + "_");
      } else {
        all.add(new Target(name, deeper, entry));
      }
    }
  }

  List<Target> all() {
    return List.copyOf(all);
  }

  /** Where a variable belongs; empty for one that sets nothing. */
  Optional<Target> target(String name) {
    String pattern = INDEX.matcher(name).replaceAll(NUMBER);
    List<Integer> numbers =
        INDEX.matcher(name).results().map(MatchResult::group).map(Integer::valueOf).toList();
    return all.stream()
        .filter(target -> target.name().equals(pattern))
        .findFirst()
        .filter(target -> !hasLetterN(name))
        .map(target -> target.numbered(numbers));
  }

  /** The placeholder itself is no number. */
  private static boolean hasLetterN(String name) {
    return name.contains("_" + NUMBER + "_") || name.endsWith("_" + NUMBER);
  }

  /** The name that somebody may have meant, with his numbers. */
  Optional<String> nearest(String name) {
    Matcher numbers = INDEX.matcher(name);
    return Nearest.to(numbers.replaceAll(NUMBER), all.stream().map(Target::name).toList())
        .map(known -> withNumbersOf(name, known));
  }

  private static String withNumbersOf(String name, String known) {
    String result = known;
    for (MatchResult number : INDEX.matcher(name).results().toList()) {
      result = result.replaceFirst("_" + NUMBER + "(?=_|$)", "_" + number.group());
    }
    return result.replaceAll("_" + NUMBER + "(?=_|$)", "_0");
  }
}
