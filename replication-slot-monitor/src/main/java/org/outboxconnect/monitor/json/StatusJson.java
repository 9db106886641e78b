package org.outboxconnect.monitor.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.SlotStatus;

/**
 * Writes what the monitor knows as JSON. The members are described in {@code
 * docs/reference/replication-slot-monitor-api.md}; what is unknown is null, and no member is ever
 * left out. Stateless.
 */
public final class StatusJson {

  /** Grows when a member disappears or changes its meaning, not when one is added. */
  public static final int SCHEMA_VERSION = 1;

  private static final JsonFactory FACTORY =
      new JsonFactory()
          .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
          // What breaks off must not look like a whole.
          .disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);

  private StatusJson() {}

  /**
   * Writes the whole status as one object in UTF-8, and leaves the stream open.
   *
   * @throws IOException if the stream refuses; part of the object may have been written
   */
  public static void writeSlots(MonitorStatus status, OutputStream out) throws IOException {
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      Fields fields = new Fields(json);
      json.writeStartObject();
      fields
          .count("schema_version", (long) SCHEMA_VERSION)
          .time("at", status.at())
          .seconds("poll_interval_seconds", status.pollInterval())
          .objects("slots", status.slots(), slot -> new SlotJson(fields, slot).writeWithTrend())
          .objects(
              "servers",
              status.servers(),
              server ->
                  new ServerJson(fields, server)
                      .write(server.isStale(status.at(), status.pollInterval())))
          .objects("connectors", status.connectors(), new ConnectJson(fields)::connector)
          .objects("canaries", status.canaries(), new ConnectJson(fields)::canary);
      json.writeEndObject();
    }
  }

  /**
   * Writes one slot as an object, without its trend.
   *
   * @throws IOException if the generator's target refuses
   */
  public static void writeSlot(JsonGenerator json, SlotStatus slot) throws IOException {
    json.writeStartObject();
    new SlotJson(new Fields(json), slot).write();
    json.writeEndObject();
  }
}
