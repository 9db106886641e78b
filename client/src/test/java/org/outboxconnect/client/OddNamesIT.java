package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.testing.Case;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OddNamesIT {

  @RegisterExtension
  static final TestDatabase database = TestDatabase.named("Sales-1 a?b&c=$d/e%f");

  @Test
  @Case("86")
  void should_reach_the_right_objects_when_names_are_odd() throws SQLException {
    String schema = "My.Schema \"x\" $1?";
    String quoted = "\"My.Schema \"\"x\"\" $1?\"";
    try (Connection connection = database.connect()) {
      SchemaScripts.OUTBOX.apply(connection); // a decoy on the search path
      TestDatabase.execute(connection, "CREATE SCHEMA " + quoted);
      TestDatabase.execute(connection, "SET search_path = " + quoted);
      SchemaScripts.OUTBOX.apply(connection);
      SchemaScripts.INBOX.apply(connection);
    }

    try (Connection connection = database.begin()) {
      OutboxWriter.builder()
          .table(quoted + ".outbox")
          .build()
          .append(connection, anEvent().build());
      connection.setSchema(schema);
      assertThat(Inbox.forConsumer("shipping").record(connection, UUID.randomUUID()))
          .isEqualTo(InboxOutcome.FIRST_TIME);
      connection.commit();
    }

    assertThat(database.query("SELECT event_type FROM %s.outbox".formatted(quoted))).hasSize(1);
    assertThat(database.query("SELECT consumer FROM %s.inbox".formatted(quoted))).hasSize(1);
    assertThat(database.query("SELECT event_type FROM public.outbox")).isEmpty();
  }
}
