package org.outboxconnect.it.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.outboxconnect.testing.RequiredTool;

/** The way from scrapes to promtool, on scrapes that are written down here. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesTest {

  private static final String ALERT = "OutboxSlotLost";
  private static final String SCRAPE =
      """
      # HELP outbox_slot_wal_status State.
      # TYPE outbox_slot_wal_status gauge
      outbox_slot_wal_status{server="main",slot="outbox",outbox_slot_wal_status="reserved"} %d.0
      outbox_slot_wal_status{server="main",slot="outbox",outbox_slot_wal_status="lost"} %d.0
      """;
  private static final String BYTES =
      "outbox_slot_retained_wal_bytes{server=\"main\",slot=\"outbox\"} 1.234567E9\n";

  private final Scrapes scrapes = new Scrapes();

  @Test
  void should_keep_values_moments_and_gaps() {
    scrapes.add(BYTES + "outbox_slot_time_to_exhaustion_seconds{server=\"main\"} +Inf\n");
    scrapes.add("outbox_monitor_up{server=\"main\"} 1.0\n");
    scrapes.add(BYTES);

    assertThat(scrapes.asInputSeries().lines().map(String::strip))
        .containsExactly(
            "- series: 'outbox_slot_retained_wal_bytes{server=\"main\",slot=\"outbox\"}'",
            "values: '1234567000 _ 1234567000'",
            "- series: 'outbox_slot_time_to_exhaustion_seconds{server=\"main\"}'",
            "values: '+Inf _ _'",
            "- series: 'outbox_monitor_up{server=\"main\"}'",
            "values: '_ 1.0 _'");
    assertThat(scrapes.newest()).isEqualTo(30);
    assertThat(scrapes.last("outbox_monitor_up{server=\"main\"}")).isEmpty();
  }

  @Test
  @RequiredTool("promtool")
  void should_let_promtool_find_the_alert_where_it_is_and_only_there(@TempDir Path folder)
      throws Exception {
    scrapes.add(SCRAPE.formatted(1, 0));
    scrapes.add(SCRAPE.formatted(0, 1));
    String lost =
        "outbox_slot_wal_status=\"lost\",server=\"main\",slot=\"outbox\",severity=\"critical\"";

    assertThat(Rules.evaluate(folder, scrapes, ALERT, 0)).isEmpty();
    assertThat(Rules.evaluate(folder, scrapes, ALERT, 15, lost)).isEmpty();
    assertThat(Rules.evaluate(folder, scrapes, ALERT, 15)).contains("FAILED");
    assertThat(Rules.evaluate(folder, scrapes, ALERT, 0, lost)).contains("FAILED");
  }
}
