package org.outboxconnect.monitor.connect;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.Reading;

/** Reads one connector of a cluster after the other. Not thread-safe. */
final class ConnectorProbe {

  /** All requests about one connector together; less than the time between two polls. */
  static final Duration LONGEST = Duration.ofSeconds(10);

  private final RestClient rest;
  private final WorkerTrust trust;
  private final SlotClaims claims;

  ConnectorProbe(RestClient rest) {
    this.rest = rest;
    this.trust = new WorkerTrust(rest);
    this.claims = new SlotClaims(rest);
  }

  /**
   * Asks. The configuration comes first, because a worker that has lost its group can't tell it, so
   * that another one is asked for the rest; a worker tells states from memory, however old. The
   * offsets come last, so that a slot read before can't be ahead of them for want of time.
   */
  Reading<ConnectSample> read(String connector) {
    TimeLeft time = TimeLeft.of(LONGEST);
    String path = path(connector);
    Reading<ConnectorSettings> settings =
        Answers.read(rest.get(path + "/config", time), ConnectorSettings::of);
    Reading<ConnectorState> state =
        Answers.read(rest.get(path + "/status", time), ConnectorState::of);
    if (state instanceof Reading.Unknown<ConnectorState> unknown) {
      return Reading.unknown(unknown.reason(), unknown.detail());
    }
    return Reading.known(sample(connector, state.value().orElseThrow(), settings.value(), time));
  }

  private ConnectSample sample(
      String connector, ConnectorState state, Optional<ConnectorSettings> settings, TimeLeft time) {
    Optional<Lsn> committed = settings.flatMap(known -> committed(connector, known, time));
    ConnectSample sample =
        new ConnectSample(
            connector, state.state(), trust.checked(state.tasks(), time), committed.orElse(null));
    claims.refresh(time);
    return settings.map(known -> sample.withRivals(claims.rivals(connector, known))).orElse(sample);
  }

  private Optional<Lsn> committed(String connector, ConnectorSettings settings, TimeLeft time) {
    if (!settings.confirmsByOffsets()) {
      return Optional.empty();
    }
    return rest.get(path(connector) + "/offsets", time)
        .value()
        .flatMap(json -> Answers.read(json, text -> CommittedPosition.of(text, settings.prefix())))
        .flatMap(found -> found);
  }

  /** The path of a connector; its name may hold anything. */
  static String path(String connector) {
    return "/connectors/"
        + URLEncoder.encode(connector, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
