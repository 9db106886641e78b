package org.outboxconnect.monitor.metrics;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Surroundings;
import org.outboxconnect.monitor.status.Look;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.OutboxStatus;
import org.outboxconnect.monitor.status.ServerStatus;

/**
 * A server at the moment of a scrape.
 *
 * @param server what is known about it
 * @param stale whether that may be wrong by now
 */
record Watched(ServerStatus server, boolean stale) {

  static List<Watched> of(MonitorStatus status) {
    return status.servers().stream()
        .map(server -> new Watched(server, server.isStale(status.at(), status.pollInterval())))
        .toList();
  }

  String name() {
    return server.server();
  }

  Optional<Look> look() {
    return Optional.ofNullable(server.look());
  }

  Optional<Surroundings> around() {
    return look().map(look -> look.sample().around());
  }

  /** A table of this server's outboxes. */
  List<Table> tables() {
    return look().stream()
        .flatMap(look -> look.outboxes().stream())
        .map(outbox -> new Table(name(), outbox, stale))
        .toList();
  }

  /**
   * An outbox at the moment of a scrape.
   *
   * @param server name of its server
   * @param outbox what is known about it
   * @param stale whether that may be wrong by now
   */
  record Table(String server, OutboxStatus outbox, boolean stale) {

    List<String> labels() {
      return List.of(server, outbox.sample().watch().schema(), outbox.sample().watch().table());
    }
  }

  /** The value of a reading; empty if there is none. */
  <T> Optional<T> known(Function<Surroundings, Reading<T>> reading) {
    return around().flatMap(around -> reading.apply(around).value());
  }
}
