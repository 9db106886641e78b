package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.SQLException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The versions between the oldest and the newest, which all other tests run on. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class OtherVersionsIT {

  @ParameterizedTest(name = "PostgreSQL {0}")
  @ValueSource(ints = {15, 16, 17})
  void should_keep_rows_before_the_slot_and_deliver_after_it(int major) throws SQLException {
    try (TestDatabase database = TestDatabase.withOutbox(major)) {
      SchemaScripts.INBOX.apply(database.admin());
      Event.write(database.admin(), anEvent().withPayload("1"));
      SchemaScripts.ADMIN.apply(database.admin());
      SchemaScripts.ADMIN.apply(database.admin());
      Event.write(database.admin(), anEvent().withPayload("2"));

      assertThat(database.texts("SELECT payload FROM outbox")).containsExactly("1");
      assertThat(DecodedInserts.next(database.admin()))
          .singleElement()
          .satisfies(row -> assertThat(row).containsEntry("payload", "2").hasSize(6));
      assertThat(database.texts("SELECT to_jsonb(s) ->> 'failover' FROM pg_replication_slots AS s"))
          .containsExactly(major >= 17 ? "true" : "null");
    }
  }

  /** The write functions know a shard by the text of its filter. */
  @ParameterizedTest(name = "PostgreSQL {0}")
  @ValueSource(ints = {15, 16, 17})
  void should_print_the_filter_of_a_shard_as_on_the_newest_version(int major) throws SQLException {
    try (TestDatabase database = Shards.database(major, 3)) {
      Event.write(database.admin(), anEvent().withPayload("1"));

      assertThat(database.texts("SELECT outbox_relay_obstacle(shards => 3)"))
          .containsExactly("null");
      assertThat(Shards.payloads(database, 3)).containsExactly("1");
    }
  }
}
