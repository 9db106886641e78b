package org.outboxconnect.client.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.client.DecodedChange;
import org.outboxconnect.client.DecodedChange.Kind;
import org.outboxconnect.client.OutboxDatabase;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.testing.Case;
import org.postgresql.ds.PGSimpleDataSource;

/** Why the writer sends its own statements, and the outbox is no entity. */
@Case("19")
@ParameterizedClass
@ValueSource(classes = {MappedOutbox.WithHibernate.class, MappedOutbox.WithEclipseLink.class})
@DisplayNameGeneration(ReplaceUnderscores.class)
class MappedOutboxIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("mapped_outbox");

  private static SpringApp app;
  private static MappedOutbox.Work work;

  @Parameter Class<?> mapper;

  @BeforeAll
  static void create() throws SQLException {
    OrdersTable.create(database);
    database.execute("CREATE PUBLICATION everything FOR TABLE outbox");
  }

  @BeforeParameterizedClassInvocation
  static void start(Class<?> mapper) throws SQLException {
    PGSimpleDataSource source = database.dataSource();
    source.setProperty("stringtype", "unspecified"); // for the entity's jsonb
    app = new SpringApp(mapper, source, OutboxWriter.builder().build());
    work = app.bean(MappedOutbox.Work.class);
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    app.close();
  }

  @BeforeEach
  void forget() throws SQLException {
    database.execute("TRUNCATE orders, outbox");
    changes();
  }

  @Test
  void should_send_insert_and_delete_when_the_writer_stands_next_to_JPA() throws SQLException {
    work.persistAndAppend("1");

    assertThat(changes()).containsExactly(Kind.INSERT, Kind.DELETE);
    assertThat(database.query("SELECT id FROM orders")).containsExactly("1");
  }

  @Test
  void should_send_insert_and_delete_when_the_writer_stands_next_to_Spring_Data()
      throws SQLException {
    work.saveAndAppend("2");

    assertThat(changes()).containsExactly(Kind.INSERT, Kind.DELETE);
    assertThat(database.query("SELECT id FROM orders")).containsExactly("2");
  }

  /** The control. Hibernate sends both today, but JPA doesn't ask for it. */
  @Test
  void should_depend_on_the_mapper_when_the_outbox_is_an_entity() throws SQLException {
    List<Kind> expected =
        mapper == MappedOutbox.WithEclipseLink.class
            ? List.of()
            : List.of(Kind.INSERT, Kind.DELETE);

    work.persistAndRemove("3");
    assertThat(changes()).isEqualTo(expected);

    work.saveAndDelete("4");
    assertThat(changes()).isEqualTo(expected);
  }

  private static List<Kind> changes() throws SQLException {
    return database.changes("everything").stream().map(DecodedChange::kind).toList();
  }
}
