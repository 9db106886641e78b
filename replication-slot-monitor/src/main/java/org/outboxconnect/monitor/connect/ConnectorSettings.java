package org.outboxconnect.monitor.connect;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The few settings of a connector that matter here; all others, and the secrets among them, are not
 * kept.
 *
 * @param values by key, as Connect shows them: a reference to a config provider stays one
 */
record ConnectorSettings(Map<String, String> values) {

  /** Nothing is known. */
  static final ConnectorSettings NONE = new ConnectorSettings(Map.of());

  private static final String FLUSH_MODE = "lsn.flush.mode";
  private static final String FLUSH_SOURCE = "flush.lsn.source";
  private static final List<String> PLACE =
      List.of("connector.class", "slot.name", "database.hostname", "database.port");
  private static final Set<String> KEPT =
      Set.of(
          "connector.class",
          "slot.name",
          "database.hostname",
          "database.port",
          "topic.prefix",
          FLUSH_MODE,
          FLUSH_SOURCE);

  /** Copies. */
  ConnectorSettings {
    values = Map.copyOf(values);
  }

  /** Reads an answer to {@code /connectors/{name}/config}. */
  static ConnectorSettings of(byte[] json) throws IOException {
    Map<String, String> found = new HashMap<>();
    Json.object(json, (name, value) -> keep(found, name, value));
    return new ConnectorSettings(found);
  }

  /** Reads the object to whose begin the parser points. */
  static ConnectorSettings of(JsonParser parser) throws IOException {
    Map<String, String> found = new HashMap<>();
    Json.members(parser, (name, value) -> keep(found, name, value));
    return new ConnectorSettings(found);
  }

  private static void keep(Map<String, String> found, String name, JsonParser value)
      throws IOException {
    if (KEPT.contains(name) && value.currentToken().isScalarValue()) {
      found.put(name, value.getText());
    }
  }

  /**
   * Tells whether the slot follows the offsets that Connect has stored. In the other modes the
   * driver or nobody confirms, and the slot rightly is elsewhere.
   */
  boolean confirmsByOffsets() {
    return values.getOrDefault(FLUSH_MODE, "connector").equalsIgnoreCase("connector")
        && !values.getOrDefault(FLUSH_SOURCE, "true").equalsIgnoreCase("false");
  }

  /** The name of its source partition. */
  @Nullable String prefix() {
    return values.get("topic.prefix");
  }

  /** Tells whether it reads from a slot that has a name. */
  boolean hasSlot() {
    return values.containsKey("slot.name");
  }

  /** Tells whether both mean the same slot of the same server, as far as texts can tell. */
  boolean meansSameSlotAs(ConnectorSettings other) {
    return hasSlot()
        && PLACE.stream()
            .allMatch(
                key -> values.getOrDefault(key, "").equals(other.values.getOrDefault(key, "")));
  }
}
