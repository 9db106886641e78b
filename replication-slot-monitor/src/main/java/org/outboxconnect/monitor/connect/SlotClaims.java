package org.outboxconnect.monitor.connect;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.outboxconnect.monitor.sample.Reading;

/**
 * Which connectors of a cluster name which slot. A slot has one consumer at a time: of two
 * connectors that name it one is refused, or they take each other's events in turn. The listing
 * holds all configurations, and so is read once a minute only. Not thread-safe.
 */
final class SlotClaims {

  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final String STOPPED = "STOPPED";

  private final RestClient rest;
  private List<Claim> claims = List.of();
  private TimeLeft untilNext = TimeLeft.of(Duration.ZERO);

  private record Claim(String connector, ConnectorSettings settings, String state) {}

  SlotClaims(RestClient rest) {
    this.rest = rest;
  }

  /** Reads the listing if a minute has passed; if it can't be had, the last one holds. */
  void refresh(TimeLeft time) {
    if (untilNext.isOver()) {
      untilNext = TimeLeft.of(EVERY);
      Reading<byte[]> listing = rest.get("/connectors?expand=info&expand=status", time);
      claims =
          listing.value().flatMap(json -> Answers.read(json, SlotClaims::parsed)).orElse(claims);
    }
  }

  /** Other connectors that mean the same slot and aren't stopped. */
  Set<String> rivals(String connector, ConnectorSettings settings) {
    return claims.stream()
        .filter(claim -> !claim.connector().equals(connector) && !claim.state().equals(STOPPED))
        .filter(claim -> claim.settings().meansSameSlotAs(settings))
        .map(Claim::connector)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static List<Claim> parsed(byte[] json) throws IOException {
    List<Claim> found = new ArrayList<>();
    Json.object(json, (connector, value) -> found.add(claim(connector, value)));
    return found;
  }

  private static Claim claim(String connector, JsonParser parser) throws IOException {
    ConnectorSettings[] settings = {ConnectorSettings.NONE};
    String[] state = {""};
    Json.members(
        parser,
        (name, value) -> {
          switch (name) {
            case "info" ->
                Json.members(
                    value,
                    (key, inner) -> {
                      if (key.equals("config")) {
                        settings[0] = ConnectorSettings.of(inner);
                      }
                    });
            case "status" -> state[0] = ConnectorState.of(value).state();
            default -> {} // nothing else is known
          }
        });
    return new Claim(connector, settings[0], state[0]);
  }
}
