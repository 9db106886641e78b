package org.outboxconnect.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.outboxconnect.client.InboxOutcome;

/** How the consumer tells repeats: {@code Inbox::record}, or something that forgets, in tests. */
@FunctionalInterface
interface Deduplication {

  /** Remembers the event in the consumer's open transaction and says whether it is new. */
  InboxOutcome record(Connection connection, UUID event) throws SQLException;
}
