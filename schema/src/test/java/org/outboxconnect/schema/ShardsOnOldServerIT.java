package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** PostgreSQL 14 has no row filters, so every shard would send every event. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ShardsOnOldServerIT {

  @Test
  void should_refuse_shards_when_the_server_has_no_row_filters() throws SQLException {
    try (TestDatabase database = TestDatabase.withOutbox(14)) {
      assertThatThrownBy(() -> database.run(Shards.create(2)))
          .hasMessageContaining(
              "Outbox table 'outbox': 2 shards need row filters, which PostgreSQL has from 15 on.");
      assertThatThrownBy(() -> Shards.make(database, 2))
          .hasMessageContaining(
              "Setting outbox.shards: expected 1, or more on PostgreSQL 15 and later, found 2.");
      assertThat(database.texts("SELECT pubname FROM pg_publication")).isEmpty();
      Shards.make(database, 1);
      assertThat(database.texts("SELECT outbox_relay_obstacle(shards => 2)"))
          .containsExactly("slot \"outbox_2_0\" does not exist in database " + database.name());
    }
  }
}
