package org.outboxconnect.monitor.alert;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Locale;
import org.outboxconnect.monitor.config.WebhookConfig;
import org.outboxconnect.monitor.json.StatusJson;

/** The body of a request to a webhook. */
final class AlertBody {

  private static final JsonFactory JSON = new JsonFactory();

  private AlertBody() {}

  /** JSON text in the format that the webhook asked for. */
  static String of(AlertMessage message, WebhookConfig.Format format, Instant sentAt) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      switch (format) {
        case JSON -> write(json, message, sentAt);
        case SLACK -> json.writeStringField("text", SlackText.of(message));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter has none
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, AlertMessage message, Instant sentAt)
      throws IOException {
    Finding finding = message.finding();
    json.writeStringField("status", message.isFiring() ? "firing" : "resolved");
    json.writeStringField("reason", message.reason().label());
    json.writeStringField("alert", finding.kind());
    json.writeStringField("severity", finding.severity().name().toLowerCase(Locale.ROOT));
    json.writeStringField("server", finding.subject().server());
    json.writeStringField("cause", finding.cause());
    json.writeArrayFieldStart("actions");
    for (String action : finding.actions()) {
      json.writeString(action);
    }
    json.writeEndArray();
    json.writeStringField("since", message.since().toString());
    json.writeStringField("at", message.at().toString());
    json.writeStringField("sent_at", sentAt.toString());
    if (finding.slot() != null) {
      json.writeFieldName("slot");
      StatusJson.writeSlot(json, finding.slot());
    }
  }
}
