package org.outboxconnect.monitor.status;

import static org.outboxconnect.monitor.status.ServerBuilder.NOW;
import static org.outboxconnect.monitor.status.ServerBuilder.aServer;
import static org.outboxconnect.monitor.status.SlotBuilder.GIB;
import static org.outboxconnect.monitor.status.SlotBuilder.MIB;
import static org.outboxconnect.monitor.status.SlotBuilder.aSlot;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

/** Whole statuses. */
public final class Statuses {

  public static final Duration INTERVAL = Duration.ofSeconds(15);

  private Statuses() {}

  public static MonitorStatus of(ServerBuilder... servers) {
    return new MonitorStatus(
        NOW,
        INTERVAL,
        Arrays.stream(servers).map(ServerBuilder::build).toList(),
        List.of(),
        List.of());
  }

  public static MonitorStatus with(
      MonitorStatus status, List<ConnectorStatus> connectors, List<CanaryStatus> canaries) {
    return new MonitorStatus(
        status.at(), status.pollInterval(), status.servers(), connectors, canaries);
  }

  public static ConnectorStatus connector(String name, String... taskStates) {
    List<ConnectSample.Task> tasks =
        IntStream.range(0, taskStates.length)
            .mapToObj(id -> new ConnectSample.Task(id, taskStates[id], "10.0.3.17:8083"))
            .toList();
    return new ConnectorStatus(
        "events",
        name,
        "orders-db",
        "orders_outbox",
        Reading.known(new ConnectSample(name, "RUNNING", tasks, new Lsn(4711))),
        2);
  }

  public static ConnectorStatus unreachableConnector(String name) {
    return new ConnectorStatus(
        "events",
        name,
        "orders-db",
        "orders_outbox",
        Reading.unknown(Reading.Reason.FAILED, "No worker of [events] answered"),
        0);
  }

  public static CanaryStatus canary(String slot, Duration confirmedAfter) {
    return new CanaryStatus(
        "orders-db", slot, NOW.minusSeconds(9), confirmedAfter, Duration.ZERO, null, null);
  }

  /** Something of everything. */
  public static MonitorStatus eventful() {
    MonitorStatus status =
        of(
            aServer("orders-db")
                .with(
                    aSlot("orders_outbox")
                        .retaining(11 * GIB, 41 * GIB)
                        .behind(40 * GIB, Duration.ofMinutes(47))
                        .room(23 * GIB, 9_900, 9_900)
                        .withoutConsumer(Duration.ofMinutes(47))
                        .saying(
                            Verdict.NO_CONSUMER,
                            Severity.CRITICAL,
                            "No consumer is connected, and the slot keeps all WAL until one is",
                            "See whether the connector exists and where its task runs",
                            "Start it, or repair what keeps it away: address, password, certificate",
                            "If nobody will come back, drop the slot: it fills the disk")
                        .saying(Verdict.HORIZON, Severity.WARNING),
                    aSlot("audit_outbox"),
                    aSlot("search_index").saying(Verdict.IDLE, Severity.OK),
                    aSlot("debezium_playground_2024").notExpected().lost("wal_removed"))
                .outbox("outbox", "orders_outbox", Duration.ofMinutes(46), 10_001),
            aServer("billing-db")
                .with(
                    aSlot("billing_outbox")
                        .retaining(2 * GIB, 6 * GIB)
                        .behind(5 * GIB, Duration.ofMinutes(9))
                        .room(94 * GIB, 80_000, 71_000)
                        .roughly()
                        .saying(
                            Verdict.LAGGING,
                            Severity.WARNING,
                            "The consumer confirms more slowly than WAL is written",
                            "Compare the relay's rate with the writers': a backlog of events, or other tables' WAL",
                            "See whether the worker is short of CPU, memory or network",
                            "Give the slot more room for the time being: max_slot_wal_keep_size"),
                    aSlot("reporting")
                        .retaining(400 * MIB, 900 * MIB)
                        .saying(
                            Verdict.GIANT_TRANSACTION,
                            Severity.INFO,
                            "One transaction is too large for memory; nothing else is confirmed until it ends"))
                .seenByAPlainRole()
                .outbox("outbox", "billing_outbox", Duration.ZERO, 0)
                .event(Duration.ofHours(3), "role_changed", "It became the primary"),
            aServer("legacy-db")
                .with(aSlot("legacy_outbox"))
                .seenAgo(Duration.ofMinutes(11))
                .failing("08001: connection refused by db-legacy.internal:5432"));
    return with(
        status,
        List.of(
            connector("orders", "FAILED"),
            connector("billing", "RUNNING", "RUNNING"),
            unreachableConnector("legacy")),
        List.of(canary("billing_outbox", Duration.ofMillis(1_240))));
  }

  /** All is well. */
  public static MonitorStatus calm() {
    return of(
        aServer("orders-db")
            .with(
                aSlot("orders_outbox").room(100 * GIB, 160_000, Double.POSITIVE_INFINITY),
                aSlot("audit_outbox"))
            .outbox("outbox", "orders_outbox", Duration.ZERO, 0),
        aServer("orders-replica").with(aSlot("replica_feed").physical()).standby());
  }

  /** Names and texts that try to break out of whatever they are put into. */
  public static MonitorStatus hostile() {
    String script = "<script>alert('x')</script>\"&\u202Etxt.exe\u0000</title></svg>";
    return with(
        of(
            aServer("s\"'><img src=x onerror=alert(1)>")
                .with(
                    aSlot(script)
                        .saying(Verdict.LAGGING, Severity.WARNING, script, script, script, script))
                .failing(script)
                .outbox(script, script, Duration.ofSeconds(5), 1)
                .event(Duration.ofSeconds(8), "role_changed", script)),
        List.of(connector(script, script)),
        List.of(new CanaryStatus(script, script, NOW, null, Duration.ZERO, null, script)));
  }
}
