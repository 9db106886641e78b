package org.outboxconnect.monitor.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.outboxconnect.monitor.config.Entry.Group;
import org.outboxconnect.monitor.config.Entry.Scalar;

/** Lays the variables of the environment over what the file says. */
final class Environment {

  static final String PREFIX = "OUTBOX_MONITOR_";

  /** What Kubernetes sets in every pod beside a service that is called {@code outbox-monitor}. */
  private static final Pattern OF_A_SERVICE =
      Pattern.compile(
          "SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?");

  private final Problems problems;
  private final VariableNames names;

  Environment(Group catalogue, Problems problems) {
    this.problems = problems;
    this.names = new VariableNames(catalogue);
  }

  /**
   * A variable and the setting that it sets.
   *
   * @param variable its whole name
   * @param value its value
   * @param target where it belongs
   */
  private record Setting(String variable, String value, VariableNames.Target target) {}

  /** Changes the tree; environment wins. */
  void overlay(Map<String, Object> tree, Map<String, String> variables) {
    List<Setting> settings = new ArrayList<>();
    new TreeMap<>(variables)
        .forEach((variable, value) -> find(variable, value).ifPresent(settings::add));
    settings.sort(Comparator.comparing(setting -> setting.target().order()));
    settings.forEach(setting -> removeAlternative(tree, setting));
    settings.forEach(setting -> put(tree, setting));
  }

  private Optional<Setting> find(String variable, String value) {
    if (!variable.startsWith(PREFIX)) {
      return Optional.empty();
    }
    String name = variable.substring(PREFIX.length());
    Optional<VariableNames.Target> target = names.target(name);
    if (target.isEmpty() && !OF_A_SERVICE.matcher(name).matches()) {
      unknown(variable, names.nearest(name));
    }
    return target.map(found -> new Setting(variable, value, found));
  }

  private void unknown(String variable, Optional<String> nearest) {
    problems.add(
        Problems.shown(variable),
        "the name of a setting",
        "an unknown one",
        nearest
            .map(known -> "did you mean %s%s?".formatted(PREFIX, known))
            .orElse("the reference page lists them all"));
  }

  /** A password of the environment replaces the password file of the file. */
  private static void removeAlternative(Map<String, Object> tree, Setting setting) {
    VariableNames.Target target = setting.target();
    if (target.leaf() instanceof Scalar<?> key && key.insteadOf() != null) {
      List<Object> steps = target.steps();
      Object parent = Tree.find(tree, steps.subList(0, steps.size() - 1));
      if (parent instanceof Map<?, ?> group) {
        group.remove(key.insteadOf());
      }
    }
  }

  private void put(Map<String, Object> tree, Setting setting) {
    List<Object> steps = setting.target().steps();
    problems.cameFrom(Tree.path(steps), setting.variable());
    Tree.put(tree, steps, setting.value())
        .ifPresent(
            gap ->
                problems.add(
                    setting.variable(),
                    "items numbered from 0 without a gap",
                    gap,
                    "number them anew, after those of the file"));
  }
}
