package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.RequiredTool;

/** Runs the psql commands of two chapters of the README, as they stand there. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class LostSlotChapterIT {

  private static final Pattern PSQL = Pattern.compile("^(psql .*)$", Pattern.MULTILINE);
  private static final Pattern SQL = Pattern.compile("^((?:DO|SELECT) .*;)$", Pattern.MULTILINE);

  private final int major;
  private TestDatabase database;

  LostSlotChapterIT(int major) {
    this.major = major;
  }

  @BeforeEach
  void create() throws SQLException {
    database = TestDatabase.withOutboxAndSlot(major);
  }

  @AfterEach
  void drop() throws SQLException {
    database.close();
  }

  @Test
  @RequiredTool("psql")
  void should_deliver_the_kept_rows_in_order_when_its_commands_are_run() throws Exception {
    LostSlot.lose(database);
    List<String> ids = List.of(write(), write(), write());
    List<String> commands = lines(PSQL, "When the slot was lost");
    assertThat(commands).hasSize(4);

    run(commands.get(0), "(1 row)");
    run(commands.get(1), "DO");
    run(only(commands, "outbox_resend(keep_rows => false)"), "DO");

    assertThat(DecodedInserts.next(database.admin()))
        .extracting(row -> row.get("id"))
        .isEqualTo(ids);
    assertThat(database.texts("SELECT id FROM outbox")).isEmpty();
  }

  @Test
  @RequiredTool("psql")
  void should_keep_retained_rows_when_its_command_for_them_is_run() throws Exception {
    database.dropSlot();
    anEvent().callOne(database.admin(), "outbox_append");
    List<String> commands = lines(PSQL, "When the slot was lost");

    run(commands.get(0), "(0 rows)");
    run(commands.get(1), "DO");
    run(only(commands, "outbox_resend(keep_rows => true)"), "DO");

    assertThat(DecodedInserts.next(database.admin())).hasSize(1);
    assertThat(database.texts("SELECT position FROM outbox")).containsExactly("2");
  }

  @Test
  void should_keep_house_when_the_statements_of_that_chapter_are_run() throws Exception {
    SchemaScripts.INBOX.apply(database.admin());
    database.run(
        "INSERT INTO inbox SELECT 'c', gen_random_uuid(), now() - n * interval '31 days'"
            + " FROM generate_series(0, 2) AS n",
        "INSERT INTO outbox (id, aggregate_type, aggregate_id, event_type, payload, created_at,"
            + " published_at) VALUES (gen_random_uuid(), 'Order', '42', 'OrderPlaced', '{}',"
            + " now() - interval '9 days', now() - interval '8 days')");
    anEvent().callOne(database.admin(), "outbox_append");
    List<String> statements = lines(SQL, "Housekeeping");
    assertThat(statements).hasSize(3);

    database.run(statements.toArray(String[]::new));
    DecodedInserts.next(database.admin());
    database.run(statements.toArray(String[]::new));

    assertThat(database.texts("SELECT published_at > created_at FROM outbox")).containsExactly("t");
    assertThat(database.texts("SELECT consumer FROM inbox")).hasSize(1);
  }

  private String write() throws SQLException {
    return anEvent().callOne(database.admin(), "outbox_write").toString();
  }

  private static String only(List<String> commands, String call) {
    return commands.stream().filter(command -> command.contains(call)).findFirst().orElseThrow();
  }

  private static List<String> lines(Pattern pattern, String chapter) {
    String from = Readme.text().substring(Readme.text().indexOf("\n## " + chapter + "\n") + 1);
    int end = from.indexOf("\n## ");
    return pattern
        .matcher(end < 0 ? from : from.substring(0, end))
        .results()
        .map(line -> line.group(1))
        .toList();
  }

  private void run(String command, String lastLine) throws Exception {
    Shell shell = new Shell(database.server(), database.name());
    assertThat(shell.run(0, List.of("bash", "-c", command)).strip()).endsWith(lastLine);
  }
}
