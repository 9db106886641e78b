package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.testing.Case;
import org.postgresql.ds.PGSimpleDataSource;

/** What the driver sends, and that it works with every setting that teams are told to use. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DriverSettingsIT {

  @RegisterExtension static final TestDatabase database = TestDatabase.named("driver_settings");

  private final OutboxWriter writer = OutboxWriter.builder().build();

  @BeforeAll
  static void migrate() throws SQLException {
    try (Connection connection = database.connect()) {
      SchemaScripts.OUTBOX.apply(connection);
      SchemaScripts.INBOX.apply(connection);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "stringtype=unspecified",
        "reWriteBatchedInserts=true",
        "stringtype=unspecified&reWriteBatchedInserts=true",
        "prepareThreshold=0",
        "prepareThreshold=1",
        "preparedStatementCacheQueries=0",
        "binaryTransfer=false",
        "preferQueryMode=simple",
        "preferQueryMode=extendedForPrepared",
        "autosave=always"
      })
  @Case("5")
  void should_write_single_events_and_a_batch_of_500(String settings) throws SQLException {
    database.execute("TRUNCATE outbox");
    try (Connection connection = source(settings).getConnection()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 10; i++) {
        writer.append(connection, numbered(i));
      }
      writer.appendAll(connection, IntStream.range(10, 510).mapToObj(this::numbered).toList());
      connection.commit();
    }

    // There is no slot in this database, so the rows are kept.
    assertThat(
            database.query(
                "SELECT payload ->> 'nr' || (headers ->> 'h') FROM outbox ORDER BY position"))
        .isEqualTo(IntStream.range(0, 510).mapToObj(i -> i + "\"{},\\").toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "prepareThreshold=0", "preferQueryMode=simple"})
  void should_take_one_round_trip_for_one_event_and_for_500(String settings)
      throws SQLException, IOException {
    List<OutboxEvent> batch = IntStream.range(0, 500).mapToObj(this::numbered).toList();
    try (WireTap wire = new WireTap(database.server().port());
        Connection connection = tapped(wire, settings)) {
      TestDatabase.execute(connection, "SELECT 1"); // begins the transaction

      wire.forget();
      writer.append(connection, anEvent().build());
      assertThat(wire.roundTrips()).as("one event: %s", wire.sent()).isOne();

      wire.forget();
      writer.appendAll(connection, batch);
      assertThat(wire.roundTrips()).as("500 events: %s", wire.sent()).isOne();
      assertThat(wire.sent()).filteredOn(type -> type == 'E' || type == 'Q').hasSize(1);

      wire.forget();
      Inbox.forConsumer("shipping").record(connection, UUID.randomUUID());
      assertThat(wire.roundTrips()).as("inbox: %s", wire.sent()).isOne();
    }
  }

  @Test
  void should_send_nothing_when_an_event_is_refused() throws SQLException, IOException {
    try (WireTap wire = new WireTap(database.server().port());
        Connection connection = tapped(wire, "")) {
      wire.forget();

      assertThatThrownBy(() -> writer.append(connection, anEvent().payloadJson("{").build()))
          .isInstanceOf(InvalidEventException.class);

      assertThat(wire.sent()).isEmpty();
    }
  }

  @Test
  void should_be_parsed_no_more_once_the_driver_has_prepared_it_on_the_server()
      throws SQLException, IOException {
    try (WireTap wire = new WireTap(database.server().port());
        Connection connection = tapped(wire, "")) {
      for (int i = 0; i < 6; i++) { // the driver's default threshold is 5
        writer.append(connection, anEvent().build());
      }

      wire.forget();
      writer.append(connection, anEvent().build());

      assertThat(wire.sent()).contains('B', 'E', 'S').doesNotContain('P');
    }
  }

  private OutboxEvent numbered(int nr) {
    return anEvent().payloadJson("{\"nr\":%d}".formatted(nr)).header("h", "\"{},\\").build();
  }

  private static PGSimpleDataSource source(String settings) {
    PGSimpleDataSource source = database.dataSource();
    for (String setting : settings.split("&", -1)) {
      String[] parts = setting.split("=", 2);
      if (parts.length == 2) {
        try {
          source.setProperty(parts[0], parts[1]);
        } catch (SQLException e) {
          throw new IllegalArgumentException(setting, e);
        }
      }
    }
    return source;
  }

  private static Connection tapped(WireTap wire, String settings) throws SQLException {
    PGSimpleDataSource source = source(settings);
    source.setPortNumbers(new int[] {wire.port()});
    source.setProperty("sslmode", "disable");
    source.setProperty("gssEncMode", "disable");
    Connection connection = source.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }
}
