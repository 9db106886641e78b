package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link RelayObstacleIT} for two shards: an event has to come out of exactly one of them, so each
 * is looked at, by writing and by housekeeping alike.
 */
@ParameterizedClass(name = "shard {0} of 2")
@ValueSource(ints = {0, 1})
@DisplayNameGeneration(ReplaceUnderscores.class)
class ShardObstacleIT {

  private final int shard;
  private TestDatabase database;

  ShardObstacleIT(int shard) {
    this.shard = shard;
  }

  @BeforeEach
  void create() throws SQLException {
    database = Shards.database(18, 2);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  /**
   * In the changes, NAME is that of the shard, MINE and OTHER are filters of this and the other.
   */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "as the files make it        | true  | SELECT",
        "all columns                 | true  | ALTER PUBLICATION NAME SET TABLE outbox WHERE (MINE)",
        "no publication              | false | DROP PUBLICATION NAME",
        "all tables                  | false | DROP PUBLICATION NAME; CREATE PUBLICATION NAME FOR ALL TABLES",
        "no inserts                  | false | ALTER PUBLICATION NAME SET (publish = 'update')",
        "no table                    | false | ALTER PUBLICATION NAME DROP TABLE outbox",
        "no filter                   | false | ALTER PUBLICATION NAME SET TABLE outbox",
        "the filter of the other one | false | ALTER PUBLICATION NAME SET TABLE outbox WHERE (OTHER)",
        "an overlapping filter       | false | ALTER PUBLICATION NAME SET TABLE outbox WHERE (MINE OR event_type <> '')",
        "a narrower filter           | false | ALTER PUBLICATION NAME SET TABLE outbox WHERE (MINE AND event_type <> '')",
        "a filter of three shards    | false | ALTER PUBLICATION NAME SET TABLE outbox WHERE (mod(hashtextextended(aggregate_id, 0) & 9223372036854775807, 3) = 0)",
        "another seed                | false | ALTER PUBLICATION NAME SET TABLE outbox WHERE (mod(hashtextextended(aggregate_id, 1) & 9223372036854775807, 2) = 0)",
        "the whole schema, too       | false | ALTER PUBLICATION NAME SET TABLE outbox WHERE (MINE), TABLES IN SCHEMA public",
        "no slot                     | false | SELECT pg_drop_replication_slot('NAME')",
        "a temporary slot            | false | SELECT pg_drop_replication_slot('NAME'); SELECT pg_create_logical_replication_slot('NAME', 'pgoutput', true)"
      })
  void should_be_seen_alike_by_writing_and_by_housekeeping(
      String state, boolean isRelayed, String change) throws SQLException {
    database.run(
        change
            .replace("NAME", Shards.name(2, shard))
            .replace("MINE", filter(shard))
            .replace("OTHER", filter(1 - shard)));
    try (Connection fresh = database.connect()) { // one that remembers nothing
      Event.write(fresh, anEvent().withAggregateId("a"), anEvent().withAggregateId("b"));
    }

    assertThat(database.texts("SELECT 1 FROM outbox")).hasSize(isRelayed ? 0 : 2);
    assertThat(database.texts("SELECT outbox_relay_obstacle(shards => 2) IS NULL"))
        .containsExactly(isRelayed ? "t" : "f");
  }

  private static String filter(int shard) {
    return "mod(hashtextextended(aggregate_id, 0) & 9223372036854775807, 2) = " + shard;
  }
}
