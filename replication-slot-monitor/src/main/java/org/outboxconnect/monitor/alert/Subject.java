package org.outboxconnect.monitor.alert;

import org.jspecify.annotations.Nullable;

/**
 * What an alert is about; there is one alert at most about each.
 *
 * @param server name of the configured server
 * @param slot its slot; null if the server itself is meant
 */
record Subject(String server, @Nullable String slot) {

  @Override
  public String toString() {
    return slot == null ? "server " + server : "slot %s of server %s".formatted(slot, server);
  }
}
