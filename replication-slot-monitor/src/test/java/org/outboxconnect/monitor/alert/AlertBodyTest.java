package org.outboxconnect.monitor.alert;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.alert.AlertMessage.Reason;
import org.outboxconnect.monitor.config.WebhookConfig.Format;
import org.outboxconnect.monitor.status.SlotStatus;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AlertBodyTest {

  private static final Instant SINCE = Instant.parse("2026-11-30T00:00:00.123Z");
  private static final Instant SENT = Instant.parse("2026-11-30T00:10:00Z");

  @Test
  void should_hold_all_that_is_known_when_the_format_is_json() {
    assertThat(AlertBody.of(message(Reason.NEW, finding()), Format.JSON, SENT))
        .startsWith(
            "{\"status\":\"firing\",\"reason\":\"new\",\"alert\":\"slot_lost\",\"severity\":\"critical\","
                + "\"server\":\"main\",\"cause\":\"Because of <tests> & more\","
                + "\"actions\":[\"First\",\"Second\",\"Third\"],\"since\":\"2026-11-30T00:00:00.123Z\","
                + "\"at\":\"2026-11-30T00:05:00Z\",\"sent_at\":\"2026-11-30T00:10:00Z\",\"slot\":{")
        .contains("\"slot\":\"outbox\"", "\"verdict\":\"slot_lost\"")
        .endsWith("}}");
  }

  @Test
  void should_have_no_slot_when_the_server_is_meant() {
    Polls polls = new Polls("main", 1).succeed().fail();
    Finding unreachable = Finding.unreachable(polls.server(), polls.now());

    assertThat(AlertBody.of(message(Reason.RESOLVED, unreachable), Format.JSON, SENT))
        .contains("\"status\":\"resolved\"", "\"alert\":\"server_unreachable\"")
        .doesNotContain("\"slot\"");
  }

  @Test
  void should_say_in_text_what_is_wrong_and_what_to_do() {
    assertThat(SlackText.of(message(Reason.NEW, finding())))
        .isEqualTo(
            """
            [CRITICAL] slot outbox of server main: slot_lost
            Because of &lt;tests&gt; &amp; more
            • First
            • Second
            • Third""");
  }

  @Test
  void should_say_why_it_speaks_again() {
    assertThat(List.of(Reason.values()))
        .extracting(reason -> SlackText.of(message(reason, finding())).lines().findFirst().get())
        .containsExactly(
            "[CRITICAL] slot outbox of server main: slot_lost",
            "[CRITICAL] slot outbox of server main: slot_lost, worse than before, since 2026-11-30T00:00:00Z",
            "[CRITICAL] slot outbox of server main: slot_lost, another than before, since 2026-11-30T00:00:00Z",
            "[CRITICAL] slot outbox of server main: slot_lost, still, since 2026-11-30T00:00:00Z",
            "[RESOLVED] slot outbox of server main: slot_lost, since 2026-11-30T00:00:00Z");
  }

  private static AlertMessage message(Reason reason, Finding finding) {
    return new AlertMessage(reason, finding, SINCE, Instant.parse("2026-11-30T00:05:00Z"));
  }

  private static Finding finding() {
    SlotStatus slot =
        new Polls("main", 1)
            .succeed(Polls.slot(Verdict.SLOT_LOST, Severity.CRITICAL))
            .status()
            .slots()
            .get(0);
    return Finding.of(slot);
  }
}
