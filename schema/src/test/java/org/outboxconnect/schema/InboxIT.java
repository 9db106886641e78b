package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InboxIT {

  private static final String RECORD =
      "INSERT INTO inbox (consumer, message_id) VALUES ('%s', '%s') ON CONFLICT DO NOTHING"
          + " RETURNING consumer";
  private static final String ID = "0198f1c7-9a3e-7b60-8a52-3f0d2c4b5a69";

  @Test
  void should_take_a_message_once_per_consumer_when_it_is_recorded_twice() throws SQLException {
    try (TestDatabase database = TestDatabase.empty(18)) {
      SchemaScripts.INBOX.apply(database.admin());

      assertThat(database.texts(RECORD.formatted("shipping", ID))).containsExactly("shipping");
      assertThat(database.texts(RECORD.formatted("shipping", ID))).isEmpty();
      assertThat(database.texts(RECORD.formatted("billing", ID))).containsExactly("billing");
    }
  }

  @Test
  void should_refuse_a_consumer_without_a_name() throws SQLException {
    try (TestDatabase database = TestDatabase.empty(18)) {
      SchemaScripts.INBOX.apply(database.admin());

      assertThatThrownBy(() -> database.run(RECORD.formatted(" ", ID)))
          .hasMessageContaining("inbox_consumer_not_blank");
    }
  }
}
