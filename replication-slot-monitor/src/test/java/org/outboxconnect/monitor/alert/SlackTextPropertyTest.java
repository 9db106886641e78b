package org.outboxconnect.monitor.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.outboxconnect.monitor.alert.AlertMessage.Reason;
import org.outboxconnect.monitor.config.WebhookConfig.Format;
import org.outboxconnect.monitor.verdict.Severity;

class SlackTextPropertyTest {

  /** In Slack {@code <!channel>} calls everybody. */
  @Property
  void should_carry_any_text_to_slack_and_call_nobody(@ForAll String cause) throws IOException {
    Finding finding =
        new Finding(
            new Subject("main", "outbox"),
            "lagging",
            Severity.WARNING,
            false,
            cause + "<!channel>",
            List.of(),
            null);
    AlertMessage message = new AlertMessage(Reason.NEW, finding, Instant.EPOCH, Instant.EPOCH);
    String text = textOf(AlertBody.of(message, Format.SLACK, Instant.EPOCH));

    assertThat(text).doesNotContain("<", ">").contains("&lt;!channel&gt;");
    assertThat(text.substring(text.indexOf('\n') + 1))
        .isEqualTo(SlackText.escape(cause) + "&lt;!channel&gt;");
  }

  private static String textOf(String body) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(body)) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
      assertThat(parser.nextFieldName()).isEqualTo("text");
      String text = parser.nextTextValue();
      assertThat(parser.nextToken()).isEqualTo(JsonToken.END_OBJECT);
      assertThat(parser.nextToken()).isNull();
      return text;
    }
  }
}
