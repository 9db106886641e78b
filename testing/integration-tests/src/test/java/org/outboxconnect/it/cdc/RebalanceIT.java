package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.stack.connect.ConnectCluster;
import org.outboxconnect.stack.connect.ConnectWorker;

/**
 * Take-over of the task after SIGKILL, with the packaged worker lines. Connect treats the two cases
 * apart: the loss of the leader starts a fresh assignment, the loss of another worker waits for
 * {@code scheduled.rebalance.max.delay.ms}.
 */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class RebalanceIT {

  /** The promise with the packaged worker lines; Connect's default needs 311 s in one case. */
  private static final Duration TAKE_OVER = Duration.ofSeconds(30);

  @Nested
  class When_the_leader_owns_the_task {

    @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

    @Test
    void should_take_the_task_over_in_time() throws Exception {
      ROAD.createConnector();
      ConnectCluster connect = ROAD.stack().connect();
      connect.addWorker();
      ConnectWorker owner = connect.ownerOfTask(CdcRoad.CONNECTOR);
      assertThat(connect.leader()).isSameAs(owner);

      assertThat(outageAfterKill(ROAD, owner)).isLessThanOrEqualTo(TAKE_OVER);
    }
  }

  @Nested
  class When_another_worker_owns_the_task {

    @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

    @Test
    void should_take_the_task_over_in_time() throws Exception {
      ROAD.runIdleConnector();
      ConnectCluster connect = ROAD.stack().connect();
      connect.addWorker();
      ROAD.createConnector();
      ConnectWorker owner = connect.ownerOfTask(CdcRoad.CONNECTOR);
      assertThat(connect.leader()).isNotSameAs(owner);

      assertThat(outageAfterKill(ROAD, owner)).isLessThanOrEqualTo(TAKE_OVER);
    }
  }

  /** Time from the kill of the worker to the arrival of an event that was written just after it. */
  private static Duration outageAfterKill(CdcRoad road, ConnectWorker owner) throws Exception {
    try (TopicReader reader = road.reader("Order.events")) {
      road.write(List.of(OutboxEvent.of("Order", "before", "OrderPlaced", "{}")));
      reader.await(1);
      // Not the stack's own base, which waits for nobody.
      assertThat(owner.logFile()).content().contains("scheduled.rebalance.max.delay.ms = 15000");

      owner.kill();
      Instant killed = Instant.now();
      assertThat(owner.alive()).isFalse();
      road.write(List.of(OutboxEvent.of("Order", "after", "OrderPlaced", "{}")));
      reader.awaitKey("after");

      Duration outage = Duration.between(killed, Instant.now());
      System.out.println("take-over after " + outage.toMillis() + " ms");
      assertThat(road.stack().connect().ownerOfTask(CdcRoad.CONNECTOR)).isNotSameAs(owner);
      return outage;
    }
  }
}
