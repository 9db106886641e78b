package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Whether a relay can see an event is asked in two places: by the write functions, fast, and by
 * housekeeping, in words. A row that one keeps the other must not throw away.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RelayObstacleIT {

  private TestDatabase database;

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.withOutboxAndSlot(18);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "as the files make it               | true  | SELECT",
        "all tables                         | true  | DROP PUBLICATION outbox; CREATE PUBLICATION outbox FOR ALL TABLES",
        "no publication                     | false | DROP PUBLICATION outbox",
        "no inserts                         | false | ALTER PUBLICATION outbox SET (publish = 'update')",
        "no table                           | false | ALTER PUBLICATION outbox DROP TABLE outbox",
        "a row filter                       | false | ALTER PUBLICATION outbox SET TABLE outbox WHERE (event_type <> '')",
        "the schema of the table            | false | DROP PUBLICATION outbox; CREATE PUBLICATION outbox FOR TABLES IN SCHEMA public",
        "no slot                            | false | SELECT pg_drop_replication_slot('outbox')",
        "a temporary slot                   | false | SELECT pg_drop_replication_slot('outbox'); SELECT pg_create_logical_replication_slot('outbox', 'pgoutput', true)"
      })
  void should_be_seen_alike_by_writing_and_by_housekeeping(
      String state, boolean isRelayed, String change) throws SQLException {
    database.run(change);
    try (Connection fresh = database.connect()) { // one that remembers nothing
      Event.write(fresh, anEvent());
      Event.call(fresh, "outbox_emit", anEvent());
    }

    assertThat(database.texts("SELECT 1 FROM outbox")).hasSize(isRelayed ? 0 : 2);
    assertThat(database.texts("SELECT outbox_relay_obstacle() IS NULL"))
        .containsExactly(isRelayed ? "t" : "f");
  }
}
