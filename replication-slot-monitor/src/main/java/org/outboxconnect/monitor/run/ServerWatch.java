package org.outboxconnect.monitor.run;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.outboxconnect.monitor.connect.SlotConnectors;
import org.outboxconnect.monitor.history.ServerHistory;
import org.outboxconnect.monitor.probe.LagSource;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.status.Look;
import org.outboxconnect.monitor.status.ServerStatus;
import org.outboxconnect.monitor.status.ServerStatus.Event;

/**
 * What is known about one server, poll by poll. A poll that fails leaves the last look in place,
 * with the reason beside it. Polling is for one thread, asking for any.
 */
final class ServerWatch {

  private static final Logger LOG = System.getLogger(ServerWatch.class.getName());

  private final Function<LagSource, Reading<ServerSample>> poll;
  private final LookMaker looks;
  private final SlotConnectors connectors;
  private final InstantSource clock;
  private volatile ServerStatus status;

  ServerWatch(
      String server,
      Function<LagSource, Reading<ServerSample>> poll,
      LookMaker looks,
      SlotConnectors connectors,
      InstantSource clock) {
    this.poll = poll;
    this.looks = looks;
    this.connectors = connectors;
    this.clock = clock;
    this.status = ServerStatus.starting(server);
  }

  ServerStatus status() {
    return status;
  }

  /** Polls once. */
  void look() {
    Instant begin = clock.instant();
    try {
      look(begin);
    } catch (RuntimeException unexpected) {
      failed(begin, unexpectedly(unexpected));
      throw unexpected;
    }
  }

  private void look(Instant begin) {
    long started = System.nanoTime();
    Reading<ServerSample> reading = poll.apply(looks.history());
    Duration took = Duration.ofNanos(System.nanoTime() - started);
    if (reading instanceof Reading.Known<ServerSample> known) {
      // Offsets are read after the slot: a slot that is ahead of them then is ahead indeed.
      ServerSample sample = known.found().withConnectors(connectors.read());
      LookMaker.Made made = looks.make(sample, took);
      connectors.judged(made.look().slots());
      succeeded(begin, made.look(), events(made));
    } else if (reading instanceof Reading.Unknown<ServerSample> unknown) {
      connectors.ask(); // Kafka Connect may well answer while the database doesn't
      failed(begin, unknown);
    }
  }

  private static Reading.Unknown<ServerSample> unexpectedly(RuntimeException failure) {
    return new Reading.Unknown<>(Reason.FAILED, "the monitor itself failed: " + failure);
  }

  private List<Event> events(LookMaker.Made made) {
    Instant at = made.look().at();
    List<Event> events = new ArrayList<>(status().events());
    Map<ServerHistory.Event, String> found = new EnumMap<>(ServerHistory.Event.class);
    found.putAll(made.events());
    found.forEach((kind, text) -> events.add(event(at, kind, text)));
    return events.subList(Math.max(0, events.size() - ServerStatus.MOST_EVENTS), events.size());
  }

  private Event event(Instant at, ServerHistory.Event kind, String text) {
    LOG.log(Level.INFO, "Server [{0}]: {1}", status().server(), text);
    return new Event(at, kind.name().toLowerCase(Locale.ROOT), text);
  }

  private void succeeded(Instant begin, Look look, List<Event> events) {
    ServerStatus before = status();
    if (!before.isUp()) {
      LOG.log(Level.INFO, "Server [{0}] answers", before.server());
    }
    status =
        new ServerStatus(
            before.server(), look, null, begin, before.polls() + 1, before.failedPolls(), events);
  }

  private void failed(Instant begin, Reading.Unknown<?> failure) {
    ServerStatus before = status();
    if (!failure.equals(before.failure())) {
      LOG.log(
          Level.WARNING,
          "Server [{0}] can''t be polled: {1} ({2})",
          before.server(),
          failure.detail(),
          failure.reason());
    }
    status =
        new ServerStatus(
            before.server(),
            before.look(),
            failure,
            begin,
            before.polls() + 1,
            before.failedPolls() + 1,
            before.events());
  }
}
