package org.outboxconnect.monitor.page;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.status.CanaryStatus;
import org.outboxconnect.monitor.status.ConnectorStatus;
import org.outboxconnect.monitor.status.Words;
import org.outboxconnect.monitor.verdict.Severity;

/** Connectors and canaries, one card each. */
final class ConnectCards {

  private static final String RUNNING = "RUNNING";

  private ConnectCards() {}

  static void connector(Html html, ConnectorStatus connector) {
    Severity severity = severity(connector);
    html.element(
        "article",
        card -> {
          Parts.head(card, connector.connector(), severity, state(connector));
          if (connector.sample() instanceof Reading.Unknown<?> unknown) {
            card.element("p", unknown.detail());
          }
          Parts.figures(card, figures(connector));
        },
        "class",
        "card " + Words.label(severity));
  }

  private static Severity severity(ConnectorStatus connector) {
    return connector
        .sample()
        .value()
        .map(sample -> states(sample).toList())
        .map(states -> severity(states))
        .orElse(Severity.WARNING);
  }

  private static Severity severity(List<String> states) {
    if (states.contains(ConnectSample.FAILED)) {
      return Severity.CRITICAL;
    }
    return states.stream().allMatch(RUNNING::equals) ? Severity.OK : Severity.WARNING;
  }

  private static Stream<String> states(ConnectSample sample) {
    return Stream.concat(
        Stream.of(sample.state()), sample.tasks().stream().map(ConnectSample.Task::state));
  }

  private static String state(ConnectorStatus connector) {
    return connector.sample().value().map(ConnectCards::state).orElse("state unknown");
  }

  private static String state(ConnectSample sample) {
    boolean taskFailed =
        sample.tasks().stream().anyMatch(task -> task.state().equals(ConnectSample.FAILED));
    return taskFailed ? "task failed" : sample.state().toLowerCase(Locale.ROOT);
  }

  private static Map<String, String> figures(ConnectorStatus connector) {
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("Connect", connector.cluster());
    figures.put("Slot", "%s on %s".formatted(connector.slot(), connector.server()));
    connector.sample().value().ifPresent(sample -> figures.put("Tasks", tasks(sample)));
    if (connector.restarts() > 0) {
      figures.put("Restarts by the monitor", Human.count(connector.restarts()));
    }
    return figures;
  }

  private static String tasks(ConnectSample sample) {
    return sample.tasks().isEmpty()
        ? "none"
        : sample.tasks().stream()
            .map(
                task ->
                    "no. %d %s on %s"
                        .formatted(task.id(), task.state().toLowerCase(Locale.ROOT), task.worker()))
            .collect(Collectors.joining(", "));
  }

  static void canary(Html html, CanaryStatus canary) {
    Severity severity = canary.problem() == null ? Severity.OK : Severity.WARNING;
    html.element(
        "article",
        card -> {
          Parts.head(
              card,
              canary.slot(),
              severity,
              canary.problem() == null ? "canary" : "canary, less than asked");
          String problem = canary.problem();
          if (problem != null) {
            card.element("p", problem);
          }
          Parts.figures(card, figures(canary));
        },
        "class",
        "card " + Words.label(severity));
  }

  private static Map<String, String> figures(CanaryStatus canary) {
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("Server", canary.server());
    figures.put(
        "Confirmed after",
        canary.confirmedAfter() == null ? "not yet" : Human.time(canary.confirmedAfter()));
    figures.put("Waiting", canary.waiting().isZero() ? "none" : Human.time(canary.waiting()));
    if (canary.arrivedAfter() != null) {
      figures.put("In Kafka after", Human.time(canary.arrivedAfter()));
    }
    return figures;
  }
}
