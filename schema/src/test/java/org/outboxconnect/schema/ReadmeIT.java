package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.schema.Readme.Block;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.WorkFolder;
import org.outboxconnect.testing.RequiredTool;

/**
 * Every command and statement of the README, from top to bottom, as somebody without Java would.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReadmeIT {

  @Test
  @RequiredTool("psql")
  void should_do_what_it_says_when_all_its_commands_and_statements_are_run() throws Exception {
    List<Block> blocks =
        Readme.blocks().stream()
            .filter(block -> List.of("bash", "sql").contains(block.language()))
            .sorted(ReadmeIT::setUpFirst)
            .toList();
    try (WorkFolder folder = WorkFolder.create();
        PostgresServer server = PostgresServer.builder().start(folder)) {
      server.createDatabase("shop");
      for (Block block : blocks) {
        run(new Shell(server, "shop"), block);
      }

      try (Connection superuser = login(server, server.user(), server.password())) {
        assertThat(DecodedInserts.next(superuser))
            .extracting(row -> row.get("event_type") + row.get("headers"))
            .containsExactly(
                "OrderPlaced{}",
                "OrderPlaced{\"schema\": \"2\"}",
                "OrderPlaced{}",
                "OrderPlaced{\"schema\": \"2\"}",
                "OrderPaid{}");
        assertThat(Sql.texts(superuser, "SELECT id FROM outbox")).isEmpty();
      }
      assertRoles(server);
    }
  }

  /** The only block that needs what stands further down. */
  private static int setUpFirst(Block one, Block other) {
    return Boolean.compare(countsRows(one), countsRows(other));
  }

  private static boolean countsRows(Block block) {
    return block.code().startsWith("SELECT count(*)");
  }

  private static void run(Shell shell, Block block) throws Exception {
    if (block.language().equals("bash")) {
      shell.run(0, List.of("bash", "-e", "-c", block.code()));
    } else {
      shell.psql("-c", block.code());
    }
  }

  private static void assertRoles(PostgresServer server) throws SQLException {
    String emit = "SELECT pg_logical_emit_message(true, 'outbox.public.outbox', '{}')";
    try (Connection service = login(server, "my_service", "change-me");
        Connection connector = login(server, "outbox_connector", "change-me");
        Connection watcher = login(server, "outbox_watcher", "change-me")) {
      Event.call(service, "outbox_emit", anEvent());
      Event.call(service, "my_schema.my_table_write", anEvent());
      assertThatThrownBy(() -> Sql.run(service, emit)).hasMessageContaining("permission denied");
      Sql.run(connector, emit);
      assertThat(DecodedInserts.next(connector, "my_slot", "my_publication")).hasSize(1);
      Sql.run(watcher, "SELECT count(*) FROM my_schema.my_table");
    }
  }

  private static Connection login(PostgresServer server, String role, String password)
      throws SQLException {
    return DriverManager.getConnection(server.jdbcUrl("shop"), role, password);
  }
}
