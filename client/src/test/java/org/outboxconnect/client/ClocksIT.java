package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.client.TestEvents.anEvent;

import java.lang.reflect.Method;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.outboxconnect.client.DecodedChange.DecodedEvent;
import org.outboxconnect.testing.Case;

/** Times and order are the database's, whatever clock the application has. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClocksIT {

  @RegisterExtension static final OutboxDatabase database = OutboxDatabase.named("clocks");

  private static final Instant LAST_OF_YEAR = Instant.parse("2026-12-31T23:59:59.999999999Z");
  private static final Instant LAST_STORED = Instant.parse("2026-12-31T23:59:59.999999Z");
  private static final Instant NEW_YEAR = Instant.parse("2027-01-01T00:00:00Z");
  private static final long SKEW_MILLIS = 90_000;

  private final OutboxWriter retained = OutboxWriter.builder().mode(OutboxMode.RETAINED).build();

  @BeforeEach
  void forget() throws SQLException {
    database.execute("TRUNCATE outbox");
    database.relayed();
  }

  @Test
  @Case("7")
  void should_take_no_time_from_the_application() {
    List<Class<?>> api =
        List.of(
            OutboxEvent.class,
            OutboxEvent.Builder.class,
            OutboxWriter.class,
            OutboxWriter.Builder.class);

    assertThat(api)
        .flatMap(type -> Arrays.asList(type.getMethods()))
        .filteredOn(method -> !method.getDeclaringClass().equals(Object.class))
        .isNotEmpty()
        .noneMatch(method -> method.getName().toLowerCase(Locale.ROOT).contains("created"))
        .flatMap(ClocksIT::parameterTypes)
        .noneMatch(type -> type.getName().startsWith("java.time."))
        .noneMatch(type -> Date.class.isAssignableFrom(type) || Calendar.class.equals(type));
  }

  @Test
  @Case("7")
  void should_be_created_when_the_transaction_began_by_the_clock_of_the_database()
      throws SQLException {
    String now;
    try (Connection connection = database.begin()) {
      now = text(connection, "SELECT now()");
      retained.append(connection, anEvent().build());
      retained.append(connection, anEvent().build());
      connection.commit();
    }

    assertThat(database.query("SELECT created_at FROM outbox")).containsExactly(now, now);
  }

  @Test
  @Case("7")
  void should_be_found_in_its_day_where_a_bound_time_rounds_up() throws SQLException {
    append("old year", "new year");
    createdAt("old year", LAST_STORED);
    createdAt("new year", NEW_YEAR);

    assertThat(typesOfDay("2026-12-31")).containsExactly("old year");
    assertThat(typesOfDay("2027-01-01")).containsExactly("new year");

    createdAt("old year", LAST_OF_YEAR); // the control: what a time from Java would become
    assertThat(typesOfDay("2026-12-31")).isEmpty();
    assertThat(typesOfDay("2027-01-01")).containsExactly("old year", "new year");
  }

  @ParameterizedTest
  @EnumSource
  @Case("21")
  void should_be_relayed_in_the_order_of_the_calls_when_the_clock_is_90_s_off(OutboxMode mode)
      throws SQLException {
    OutboxWriter writer = OutboxWriter.builder().mode(mode).build();
    OutboxEvent first = anEvent().eventType("first").id(idBy(SKEW_MILLIS)).build();
    OutboxEvent second = anEvent().eventType("second").id(idBy(-SKEW_MILLIS)).build();
    OutboxEvent third = anEvent().eventType("third").id(idBy(0)).build();
    assertThat(Stream.of(first, third, second).map(event -> event.id().toString()))
        .as("the ids follow the clocks")
        .isSortedAccordingTo((left, right) -> right.compareTo(left));

    try (Connection connection = database.begin()) {
      writer.append(connection, first);
      writer.appendAll(connection, List.of(second, third));
      connection.commit();
    }

    assertThat(database.relayed())
        .extracting(DecodedEvent::eventType)
        .containsExactly("first", "second", "third");
    assertThat(database.query("SELECT event_type FROM outbox ORDER BY position"))
        .isEqualTo(mode == OutboxMode.RETAINED ? List.of("first", "second", "third") : List.of());
  }

  @Test
  @Case("21")
  void should_never_have_a_negative_age_when_the_clock_is_90_s_fast() throws SQLException {
    try (Connection connection = database.begin()) {
      retained.append(connection, anEvent().id(idBy(SKEW_MILLIS)).build());
      connection.commit();
    }

    assertThat(database.value("SELECT now() - created_at BETWEEN '0 s' AND '60 s' FROM outbox"))
        .isEqualTo("t");
  }

  @Test
  @Case("21")
  void should_be_cleaned_up_by_the_clock_of_the_database_when_the_clock_is_90_s_off()
      throws SQLException {
    try (Connection connection = database.begin()) {
      retained.append(connection, anEvent().id(idBy(-SKEW_MILLIS)).build());
      retained.append(connection, anEvent().id(idBy(SKEW_MILLIS)).build());
      connection.commit();
    }

    assertThat(cleanedUpAfterBeingPublishedFor("30 s")).isEqualTo("0");
    assertThat(cleanedUpAfterBeingPublishedFor("61 s")).isEqualTo("2");
  }

  private static String cleanedUpAfterBeingPublishedFor(String age) throws SQLException {
    database.execute("UPDATE outbox SET published_at = now() - interval '%s'".formatted(age));
    return database.value("SELECT outbox_cleanup('60 s')");
  }

  private void append(String... types) throws SQLException {
    try (Connection connection = database.begin()) {
      for (String type : types) {
        retained.append(connection, anEvent().eventType(type).build());
      }
      connection.commit();
    }
  }

  private static void createdAt(String type, Instant time) throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement update =
            connection.prepareStatement("UPDATE outbox SET created_at = ? WHERE event_type = ?")) {
      update.setTimestamp(1, Timestamp.from(time));
      update.setString(2, type);
      assertThat(update.executeUpdate()).isOne();
    }
  }

  private static List<String> typesOfDay(String day) throws SQLException {
    return database.query(
        "SELECT event_type FROM outbox WHERE created_at >= timestamptz '%1$s 00:00Z'".formatted(day)
            + " AND created_at < timestamptz '%1$s 00:00Z' + interval '1 day' ORDER BY position"
                .formatted(day));
  }

  /** An id by a clock that is so many milliseconds fast, or slow if negative. */
  private static UUID idBy(long skewMillis) {
    return new Uuid7(() -> System.currentTimeMillis() + skewMillis, new SecureRandom()::nextLong)
        .next();
  }

  private static List<Class<?>> parameterTypes(Method method) {
    return List.of(method.getParameterTypes());
  }

  private static String text(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }
}
