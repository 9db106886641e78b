package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Guard and counters on the workers before the one that all other tests have. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class GuardOnOlderWorkersIT {

  @Nested
  class When_the_worker_is_4_1 {

    @RegisterExtension static final CdcRoad ROAD = on("4.1");

    @Test
    void should_take_a_bad_row_aside_and_count_it() throws Exception {
      requireCountedQuarantine(ROAD);
    }
  }

  @Nested
  class When_the_worker_is_4_2 {

    @RegisterExtension static final CdcRoad ROAD = on("4.2");

    @Test
    void should_take_a_bad_row_aside_and_count_it() throws Exception {
      requireCountedQuarantine(ROAD);
    }
  }

  @Nested
  class When_the_worker_is_4_3 {

    @RegisterExtension static final CdcRoad ROAD = on("4.3");

    @Test
    void should_take_a_bad_row_aside_and_count_it() throws Exception {
      requireCountedQuarantine(ROAD);
    }
  }

  private static CdcRoad on(String version) {
    return new CdcRoad(builder -> builder.connectVersion(version));
  }

  private static void requireCountedQuarantine(CdcRoad road) throws Exception {
    HostileRows rows = new HostileRows(road);
    rows.dropConstraints();
    road.reconfigure(road.packagedConnector().with("transforms.guard.on.violation", "quarantine"));
    String id = rows.insert("my order/v1", "{}");
    rows.insert("Good", "{}");

    try (TopicReader events = road.reader("Good.events");
        TopicReader quarantine = road.reader("outbox.quarantine");
        WorkerMetrics worker = WorkerMetrics.of(road.stack().connect().worker(0))) {
      assertThat(events.await(1)).hasSize(1);
      assertThat(TopicReader.header(quarantine.await(1).get(0), "outbox.id")).isEqualTo(id);
      assertThat(worker.of(CdcRoad.CONNECTOR, "guard", "rule"))
          .containsAllEntriesOf(
              Map.of(
                  "records-quarantined-total aggregate-type", 1L,
                  "records-quarantined-total payload", 0L));
      assertThat(worker.of(CdcRoad.CONNECTOR, "headers", "part"))
          .containsEntry("trace-contexts-dropped-total traceparent", 0L);
    }
  }
}
