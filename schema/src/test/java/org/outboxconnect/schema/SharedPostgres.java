package org.outboxconnect.schema;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;

/** One server per version for all tests of this JVM; the end of the JVM stops it. */
final class SharedPostgres {

  private static final Map<Integer, PostgresServer> SERVERS = new ConcurrentHashMap<>();

  private SharedPostgres() {}

  static PostgresServer of(int major) {
    return SERVERS.computeIfAbsent(major, SharedPostgres::start);
  }

  private static PostgresServer start(int major) {
    return PostgresServer.builder()
        .major(major)
        .setting("max_prepared_transactions", "10")
        .start(WorkFolder.create());
  }
}
