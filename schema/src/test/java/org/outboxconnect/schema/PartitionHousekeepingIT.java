package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.schema.Event.anEvent;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The functions of V2 on a partitioned outbox. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class PartitionHousekeepingIT {

  private static final String KEPT = "Kept partition daily_p20250101: ";
  private static final String CONFIRM =
      "SELECT pg_replication_slot_advance('outbox', pg_current_wal_lsn())";

  private static TestDatabase database;

  private DailyOutbox outbox;

  PartitionHousekeepingIT(int major) {} // JUnit wants to hand the version over, for createDatabase

  @BeforeParameterizedClassInvocation
  static void createDatabase(int major) throws SQLException {
    database = TestDatabase.empty(major);
  }

  @AfterParameterizedClassInvocation
  static void dropDatabase() throws SQLException {
    database.close();
  }

  @BeforeEach
  void createOutbox() throws SQLException {
    outbox = DailyOutbox.create(database);
    outbox.makeDay("2025-01-01");
    database.run("SET outbox.table_name = 'daily'");
    SchemaScripts.ADMIN.apply(database.admin());
  }

  @Test
  void should_drop_a_partition_once_its_rows_are_marked() throws Exception {
    mark();
    outbox.insert("2025-01-01", false);
    outbox.insert("2025-01-01", false);
    Event.call(database.admin(), "daily_append", anEvent());

    assertThat(mark()).isEqualTo("0"); // noted
    assertThat(mark()).isEqualTo("0"); // not confirmed yet
    assertThat(outbox.drop("{outbox}"))
        .singleElement()
        .asString()
        .contains("not known to be published", "slot outbox has confirmed");
    database.run(CONFIRM);
    assertThat(outbox.drop("{outbox}"))
        .singleElement()
        .asString()
        .startsWith(KEPT + "it holds rows that are not known to be published")
        .doesNotContain("slot");
    assertThat(mark()).isEqualTo("3");

    assertThat(outbox.drop("{outbox}")).isEqualTo(List.of("Dropped partition daily_p20250101."));
    assertThat(database.texts("SELECT count(*) FROM daily WHERE published_at IS NOT NULL"))
        .containsExactly("1");
  }

  @Test
  void should_keep_a_partition_when_the_slot_is_lost() throws Exception {
    outbox.insert("2025-01-01", true);
    outbox.drop("{outbox}");
    database.run(CONFIRM);
    LostSlot.lose(database);

    assertThat(outbox.drop("{outbox}")).containsExactly(KEPT + "slot outbox is lost.");
  }

  /** Rows that are sent again keep their day: its partition then has rows behind its noted end. */
  @Test
  void should_keep_a_partition_whose_rows_are_sent_again() throws Exception {
    database.run("SELECT pg_drop_replication_slot('outbox')");
    outbox.insert("2025-01-01", false);
    outbox.drop("{}");
    SchemaScripts.ADMIN.apply(database.admin());

    assertThat(database.texts("SELECT outbox_resend(true, 1000, 'daily')")).containsExactly("1");
    assertThat(outbox.drop("{outbox}"))
        .singleElement()
        .asString()
        .startsWith(KEPT + "it holds rows that are not known to be published");
    assertThat(DecodedInserts.next(database.admin())).hasSize(1);
    mark();
    database.run(CONFIRM);
    mark();

    assertThat(outbox.drop("{outbox}")).isEqualTo(List.of("Dropped partition daily_p20250101."));
  }

  private static String mark() throws SQLException {
    return database.texts("SELECT outbox_mark_published(10000, 'daily')").get(0);
  }
}
