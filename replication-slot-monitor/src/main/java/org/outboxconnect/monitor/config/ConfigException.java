package org.outboxconnect.monitor.config;

import java.util.List;
import java.util.stream.Collectors;

/** The settings can't be used. Tells everything that is wrong with them, and no secret. */
public final class ConfigException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<ConfigProblem> problems;

  /**
   * Tells all problems, one a line.
   *
   * @param problems at least one
   */
  public ConfigException(List<ConfigProblem> problems) {
    super(message(problems));
    this.problems = List.copyOf(problems);
  }

  private static String message(List<ConfigProblem> problems) {
    return problems.stream()
        .map(problem -> "\n  " + problem)
        .collect(
            Collectors.joining(
                "",
                problems.size() == 1
                    ? "There is a problem with the configuration:"
                    : "There are %d problems with the configuration:".formatted(problems.size()),
                ""));
  }

  /** All that is wrong, in the order of the reference page. */
  public List<ConfigProblem> problems() {
    return problems;
  }
}
