package org.outboxconnect.monitor.sample;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Joins samples of one server that were taken through several of its databases: slots belong to the
 * server and would be counted once for each, while every database has its own outboxes.
 */
public final class DistinctServers {

  private DistinctServers() {}

  /**
   * One sample for each server, in the order of the first: its slots, and the outboxes of all. A
   * sample whose server is unknown stays by itself; a standby is another server than its primary.
   */
  public static List<ServerSample> of(List<ServerSample> samples) {
    Map<Object, ServerSample> servers = new LinkedHashMap<>();
    for (ServerSample sample : samples) {
      Object key =
          sample.around().identity().value().<Object>map(identity -> identity).orElse(new Object());
      servers.merge(key, sample, DistinctServers::join);
    }
    return new ArrayList<>(servers.values());
  }

  private static ServerSample join(ServerSample first, ServerSample other) {
    return new ServerSample(
        first.takenAt(),
        first.version(),
        first.position(),
        first.slots(),
        first.around(),
        Stream.concat(first.outboxes().stream(), other.outboxes().stream()).toList(),
        first.connectors());
  }
}
