package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxconnect.client.Inbox;
import org.outboxconnect.client.InboxOutcome;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxMode;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.connect.ConnectorFile;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.testing.Case;

/**
 * The whole road on databases and schemas with odd names, and the names that Debezium can't take.
 */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class OddNamesPathIT {

  private static final String DATABASE = "Sales-1 a.b \"x\" it's $d ${e} \\f &g=h #i @j:k;l ä€";
  private static final String SCHEMA = "My.Schema \"x\" $1?";
  private static final String OUTBOX = quoted(SCHEMA) + ".outbox";

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @BeforeEach
  void freeTheSlot() throws SQLException {
    ROAD.removeRelay();
  }

  @Test
  @Case("86")
  void should_relay_consume_and_clean_up_when_names_are_odd() throws Exception {
    install(DATABASE);
    ROAD.create(on(DATABASE));
    List<OutboxMode> modes = List.of(OutboxMode.values());

    for (OutboxMode mode : modes) {
      write(mode);
    }

    try (TopicReader reader = ROAD.reader("Odd.events");
        Connection consumer = connect(DATABASE)) {
      List<ConsumerRecord<byte[], byte[]>> records = reader.await(modes.size());
      assertThat(records)
          .extracting(TopicReader::value)
          .containsExactlyElementsOf(modes.stream().map("\"%s\""::formatted).toList());
      consumer.setSchema(SCHEMA);
      UUID id = UUID.fromString(TopicReader.header(records.get(0), "id"));
      consumer.setAutoCommit(false);
      assertThat(Inbox.forConsumer("odd").record(consumer, id)).isEqualTo(InboxOutcome.FIRST_TIME);
      consumer.commit();
      assertThat(Inbox.forConsumer("odd").record(consumer, id)).isEqualTo(InboxOutcome.DUPLICATE);
      consumer.rollback();
    }
    assertThat(texts("SELECT event_type FROM " + OUTBOX)).containsExactly("RETAINED");
    assertThat(
            texts(
                "UPDATE %s SET published_at = now() - interval '1 day' RETURNING id"
                    .formatted(OUTBOX)))
        .hasSize(1);
    assertThat(texts("SELECT %s.outbox_cleanup('1 hour')".formatted(quoted(SCHEMA))))
        .containsExactly("1");
  }

  private static void write(OutboxMode mode) throws SQLException {
    try (Connection service =
        DriverManager.getConnection(
            ROAD.stack().postgres().jdbcUrl(DATABASE), CdcRoad.SERVICE, CdcRoad.PASSWORD)) {
      service.setAutoCommit(false);
      OutboxWriter.builder()
          .table(OUTBOX)
          .mode(mode)
          .build()
          .append(service, OutboxEvent.of("Odd", "1", mode.name(), "\"%s\"".formatted(mode)));
      service.commit();
    }
  }

  /** Why {@code ConnectorCheck} refuses these names: nothing says that no event will arrive. */
  @ParameterizedTest
  @CsvSource({"one?x, one", "tw%6F, two", "three+x, three x"})
  void should_run_on_another_database_when_the_name_means_something_in_a_url(
      String name, String reached) throws Exception {
    install(reached);
    freeTheSlot();
    install(name);

    ROAD.create(on(name));

    Wait.require(
        "the connector on [%s]".formatted(reached),
        CdcRoad.GENEROUS,
        () ->
            ROAD.texts(
                    "SELECT DISTINCT datname FROM pg_stat_activity WHERE usename = '%s'"
                        .formatted(CdcRoad.RELAY))
                .equals(List.of(reached)));
    assertThat(ROAD.rest().status(CdcRoad.CONNECTOR).running()).isTrue();
  }

  @Test
  void should_be_refused_before_it_is_made_when_the_name_has_a_slash() throws Exception {
    install("four/x");

    assertThat(ROAD.rest().validate(on("four/x")).path("error_count").asInt()).isPositive();
  }

  private static ConnectorFile on(String database) {
    return ROAD.packagedConnector("outbox-cdc-wal-message.json").with("database.dbname", database);
  }

  private static void install(String database) throws SQLException {
    ROAD.stack().postgres().createDatabase(database);
    try (Connection superuser = connect(database);
        Statement statement = superuser.createStatement()) {
      statement.execute("CREATE SCHEMA " + quoted(SCHEMA));
      statement.execute("SET search_path = " + quoted(SCHEMA));
      SchemaScripts.OUTBOX.apply(superuser);
      SchemaScripts.INBOX.apply(superuser);
      SchemaScripts.ADMIN.apply(superuser);
    }
  }

  private static Connection connect(String database) throws SQLException {
    return ROAD.stack().postgres().dataSource(database).getConnection();
  }

  private static List<String> texts(String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Connection superuser = connect(DATABASE);
        Statement statement = superuser.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
