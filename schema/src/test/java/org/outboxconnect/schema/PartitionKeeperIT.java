package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The daily jobs run by a login that is no superuser. */
@ParameterizedClass(name = "PostgreSQL {0}")
@ValueSource(ints = {14, 18})
@DisplayNameGeneration(ReplaceUnderscores.class)
class PartitionKeeperIT {

  private final int major;
  private TestDatabase database;

  PartitionKeeperIT(int major) {
    this.major = major;
  }

  @BeforeEach
  void migrate() throws SQLException {
    database = TestDatabase.empty(major);
    database.run(
        "DROP ROLE IF EXISTS partition_migrator, partition_job",
        "CREATE ROLE partition_migrator LOGIN",
        "CREATE ROLE partition_job LOGIN IN ROLE pg_read_all_stats",
        "CREATE SCHEMA shop AUTHORIZATION partition_migrator",
        "SET search_path = shop");
    try (Connection migrator = database.connectAs("partition_migrator")) {
      Sql.run(migrator, "SET search_path = shop");
      SchemaScripts.OUTBOX.apply(migrator);
      Sql.run(migrator, "SELECT outbox_create_partitioned('shop', 'daily', 1)");
    }
    SchemaScripts.ADMIN.apply(database.admin());
    database.run("SET outbox.table_name = 'daily'");
    SchemaScripts.ADMIN.apply(database.admin());
    database.run("GRANT outbox_owner TO partition_job");
  }

  @AfterEach
  void drop() throws SQLException {
    database.run("DROP OWNED BY partition_migrator, partition_job CASCADE");
    database.close();
  }

  @Test
  void should_make_and_drop_partitions_as_a_member_of_the_owner() throws Exception {
    try (Connection migrator = database.connectAs("partition_migrator");
        Connection job = database.connectAs("partition_job")) {
      Sql.run(migrator, "SELECT shop.outbox_create_partitions('shop.daily', 1, '2025-01-01')");
      Sql.run(job, "SELECT shop.outbox_create_partitions('shop.daily', 0, '2025-01-03')");
      database.run("SELECT outbox_create_partitions('daily', 0, '2025-01-04')");

      assertThat(
              database.texts(
                  "SELECT DISTINCT relowner::regrole FROM pg_class WHERE relname LIKE 'daily%'"))
          .containsExactly("outbox_owner");
      assertThat(
              DailyOutbox.messages(
                  job, "CALL shop.outbox_drop_partitions('shop.daily', '0', '{}')"))
          .containsExactly(
              "Dropped partition shop.daily_p20250101.",
              "Dropped partition shop.daily_p20250102.",
              "Dropped partition shop.daily_p20250103.",
              "Dropped partition shop.daily_p20250104.");
    }
  }
}
