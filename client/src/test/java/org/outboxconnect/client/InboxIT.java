package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.client.InboxOutcome.DUPLICATE;
import static org.outboxconnect.client.InboxOutcome.FIRST_TIME;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.schema.SchemaScripts;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InboxIT {

  @RegisterExtension static final TestDatabase database = TestDatabase.named("inbox");

  private final Inbox inbox = Inbox.forConsumer("shipping");
  private final UUID message = UUID.randomUUID();

  @BeforeAll
  static void migrate() throws SQLException {
    try (Connection connection = database.connect()) {
      SchemaScripts.INBOX.apply(connection);
    }
  }

  @Test
  void should_tell_the_first_time_from_a_duplicate() throws SQLException {
    assertThat(recordAndCommit(inbox)).isEqualTo(FIRST_TIME);
    assertThat(recordAndCommit(inbox)).isEqualTo(DUPLICATE);
  }

  @Test
  void should_know_a_duplicate_inside_the_same_transaction() throws SQLException {
    try (Connection connection = database.begin()) {
      assertThat(inbox.record(connection, message)).isEqualTo(FIRST_TIME);
      assertThat(inbox.record(connection, message)).isEqualTo(DUPLICATE);
    }
  }

  @Test
  void should_be_the_first_time_again_when_rolled_back() throws SQLException {
    try (Connection connection = database.begin()) {
      assertThat(inbox.record(connection, message)).isEqualTo(FIRST_TIME);
      connection.rollback();
    }

    assertThat(recordAndCommit(inbox)).isEqualTo(FIRST_TIME);
  }

  @Test
  void should_keep_consumers_and_messages_apart() throws SQLException {
    assertThat(recordAndCommit(inbox)).isEqualTo(FIRST_TIME);
    assertThat(recordAndCommit(Inbox.forConsumer("billing"))).isEqualTo(FIRST_TIME);
    try (Connection connection = database.begin()) {
      assertThat(inbox.record(connection, UUID.randomUUID())).isEqualTo(FIRST_TIME);
    }
  }

  @Test
  void should_refuse_auto_commit_and_leave_no_row_when_it_is_on() throws SQLException {
    try (Connection connection = database.connect()) {
      assertThatThrownBy(() -> inbox.record(connection, message))
          .isInstanceOf(UnusableConnectionException.class)
          .hasMessageContaining("auto-commit mode");
    }

    assertThat(recordAndCommit(inbox)).isEqualTo(FIRST_TIME);
  }

  @Test
  void should_tell_to_run_the_migrations_when_the_table_is_missing() throws SQLException {
    try (Connection connection = database.begin()) {
      TestDatabase.execute(connection, "SET LOCAL search_path = pg_catalog");

      assertThatThrownBy(() -> inbox.record(connection, message))
          .isInstanceOf(MissingSchemaException.class)
          .hasMessageContainingAll(
              "has no table inbox",
              "42P01",
              "roll it back",
              "[Hint: run the migrations in schema/migrations/inbox");
    }
  }

  @Test
  void should_tell_of_an_aborted_transaction_when_an_error_was_swallowed() throws SQLException {
    try (Connection connection = database.begin()) {
      assertThatThrownBy(() -> TestDatabase.execute(connection, "SELECT 1/0"))
          .isInstanceOf(SQLException.class);

      assertThatThrownBy(() -> inbox.record(connection, message))
          .isInstanceOf(AbortedTransactionException.class)
          .hasMessageContainingAll(
              "Cannot record message [" + message + "]", "an earlier statement");
    }
  }

  private InboxOutcome recordAndCommit(Inbox of) throws SQLException {
    try (Connection connection = database.begin()) {
      InboxOutcome outcome = of.record(connection, message);
      connection.commit();
      return outcome;
    }
  }
}
