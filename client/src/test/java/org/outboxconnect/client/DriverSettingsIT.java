package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.testing.Case;
import org.postgresql.ds.PGSimpleDataSource;

/** What the driver sends in each mode, and that it works with every setting that teams are told. */
@ParameterizedClass(name = "{0}")
@EnumSource(OutboxMode.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DriverSettingsIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("driver_settings");

  @Parameter OutboxMode mode;

  private OutboxWriter writer;

  @BeforeAll
  static void migrateInbox() throws SQLException {
    try (Connection connection = database.connect()) {
      SchemaScripts.INBOX.apply(connection);
    }
  }

  @BeforeEach
  void forget() throws SQLException {
    writer = OutboxWriter.builder().mode(mode).build();
    database.execute("TRUNCATE outbox");
    database.relayed();
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
        "preferQueryMode=extendedCacheEverything",
        "autosave=always",
        "autosave=conservative",
        "defaultRowFetchSize=1",
        "readOnlyMode=always"
      })
  @Case("5")
  void should_write_single_events_and_a_batch_of_500(String settings) throws SQLException {
    try (Connection connection = source(settings).getConnection()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 10; i++) {
        writer.append(connection, numbered(i));
      }
      writer.appendAll(
          connection, IntStream.range(10, 510).mapToObj(DriverSettingsIT::numbered).toList());
      connection.commit();
    }

    List<DecodedEvent> relayed = database.relayed();
    assertThat(relayed).extracting(DecodedEvent::payload).isEqualTo(payloads(510));
    assertThat(relayed).extracting(DecodedEvent::headers).containsOnly("{\"h\": \"\\\"{},\\\\\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "prepareThreshold=0",
        "prepareThreshold=1",
        "preferQueryMode=simple",
        "binaryTransfer=false",
        "autosave=always",
        "defaultRowFetchSize=1"
      })
  void should_take_one_round_trip_for_one_event_and_for_500(String settings)
      throws SQLException, IOException {
    try (WireTap wire = new WireTap(database.server().port());
        Connection connection = tapped(wire, settings)) {
      Flights flights = new Flights(wire, settings.equals("preferQueryMode=simple"));
      flights.assertOneWithBegin(() -> writer.append(connection, anEvent().build()));
      for (int i = 0; i < 6; i++) { // beyond the driver's threshold for preparing
        flights.assertOne(() -> writer.append(connection, anEvent().build()));
      }
      flights.assertOne(() -> writer.appendAll(connection, batch()));

      connection.commit();
      flights.assertOneWithBegin(() -> writer.appendAll(connection, batch()));
      flights.assertOne(() -> Inbox.forConsumer("shipping").record(connection, UUID.randomUUID()));
    }
  }

  @Test
  void should_notice_a_second_round_trip() throws SQLException, IOException {
    try (WireTap wire = new WireTap(database.server().port());
        Connection connection = tapped(wire, "")) {
      wire.holdAnswersUntil('S', 2, Duration.ofMillis(100));
      writer.append(connection, anEvent().build());
      assertThat(wire.heldInVain()).isTrue();
    }
    try (WireTap wire = new WireTap(database.server().port());
        Connection connection = tapped(wire, "")) {
      assertThatThrownBy(
              () ->
                  new Flights(wire, false)
                      .assertOneWithBegin(
                          () -> {
                            writer.append(connection, anEvent().build());
                            writer.append(connection, anEvent().build());
                          }))
          .isInstanceOf(AssertionError.class);
    }
  }

  /**
   * Counts what goes over the wire before the driver waits for the server. It sends BEGIN, and
   * savepoints, in front of a statement without waiting.
   */
  private record Flights(WireTap wire, boolean simple) {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    void assertOne(Call call) throws SQLException {
      assertSent(call, simple ? 'Q' : 'S', 1); // a statement is one Query, or ends in one Sync
    }

    void assertOneWithBegin(Call call) throws SQLException {
      assertSent(call, simple ? 'Q' : 'S', simple ? 2 : 1);
    }

    private void assertSent(Call call, char type, int count) throws SQLException {
      wire.holdAnswersUntil(type, count, PATIENCE);
      call.run();
      assertThat(wire.heldInVain()).as("waited early, sent %s", wire.sent()).isFalse();
      assertThat(wire.sent()).filteredOn(sent -> sent == type).as("%s", wire.sent()).hasSize(count);
      assertThat(wire.sent()).endsWith(type);
    }

    private interface Call {
      void run() throws SQLException;
    }
  }

  @Test
  void should_send_one_statement_for_500_events() throws SQLException, IOException {
    try (WireTap wire = new WireTap(database.server().port());
        Connection connection = tapped(wire, "")) {
      TestDatabase.execute(connection, "SELECT 1"); // begins the transaction
      wire.forget();

      writer.appendAll(connection, batch());

      assertThat(wire.sent()).containsExactly('P', 'B', 'D', 'E', 'S');
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

      assertThat(wire.sent()).containsExactly('B', 'E', 'S');
    }
  }

  private static OutboxEvent numbered(int nr) {
    return anEvent().payloadJson("{\"nr\":%d}".formatted(nr)).header("h", "\"{},\\").build();
  }

  private static List<String> payloads(int count) {
    return IntStream.range(0, count).mapToObj("{\"nr\": %d}"::formatted).toList();
  }

  private static List<OutboxEvent> batch() {
    return IntStream.range(0, 500).mapToObj(DriverSettingsIT::numbered).toList();
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
