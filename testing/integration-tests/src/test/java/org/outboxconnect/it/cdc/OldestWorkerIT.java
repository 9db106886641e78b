package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Guard and counters on the oldest worker that has what they are made for. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class OldestWorkerIT {

  @RegisterExtension
  static final CdcRoad ROAD = new CdcRoad(builder -> builder.connectVersion("4.1"));

  @Test
  void should_take_a_bad_row_aside_and_count_it_when_the_worker_is_4_1() throws Exception {
    HostileRows rows = new HostileRows(ROAD);
    rows.dropConstraints();
    ROAD.reconfigure(ROAD.packagedConnector().with("transforms.guard.on.violation", "quarantine"));
    String id = rows.insert("my order/v1", "{}");
    rows.insert("Good", "{}");

    try (TopicReader events = ROAD.reader("Good.events");
        TopicReader quarantine = ROAD.reader("outbox.quarantine");
        WorkerMetrics worker = WorkerMetrics.of(ROAD.stack().connect().worker(0))) {
      events.await(1);
      assertThat(TopicReader.header(quarantine.await(1).get(0), "outbox.id")).isEqualTo(id);
      assertThat(worker.of(CdcRoad.CONNECTOR, "guard", "rule"))
          .containsAllEntriesOf(
              Map.of(
                  "records-quarantined-total aggregate-type", 1L,
                  "records-quarantined-total payload", 0L));
    }
  }
}
