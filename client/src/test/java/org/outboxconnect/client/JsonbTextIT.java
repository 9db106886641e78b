package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.testing.Case;

/** Our reading of a payload against PostgreSQL's. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonbTextIT {

  @RegisterExtension static final TestDatabase database = TestDatabase.named("jsonb_text");

  private static final long REFUSED = -1;
  private static final String MEASURE = "SELECT octet_length(?::jsonb::text)";

  @Test
  @Case({"1", "3", "9"})
  void should_agree_with_postgresql_when_texts_are_at_the_edge() throws SQLException {
    assertAgreement(
        Stream.of(
            "1e131071",
            "1e131072",
            "-9.99e131071",
            "1E+131071",
            "10e131071",
            "0.1e131072",
            "0.001e131073",
            "1e400",
            "1e-16383",
            "1e-16384",
            "1.0e-16382",
            "1.0e-16383",
            "0e131072",
            "0e1073741822",
            "0e1073741824",
            "0e99999999999999999999",
            "0e-16383",
            "0e-16384",
            "0.000e2",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "123456789012345678901234567890.12345678901234567890",
            "9007199254740993",
            "{ \"a\" : [ ] , \"b\" : { } , \"c\" : [ 1 , [ ] , { \"d\" : null } ] }",
            "\"\\u0000\"",
            "\"\\u0001\\u001f\\u007f\\u0080\\u2028\\b\\f\\n\\r\\t\\/\\\\\\\"\"",
            "\"\\ud83d\\ude00 😀 é €\"",
            "\"\\ud83d\"",
            "\"\\ude00\"",
            "\"\\ud83dx\\ude00\"",
            "{\"\\ud83d\": 1}",
            "{\"\\u0000\": 1}",
            "",
            " ",
            "{",
            "[1,]",
            "01",
            "+1",
            ".5",
            "1.",
            "-",
            "NaN",
            "'a'",
            "1 2",
            "{} {}",
            "{} x",
            "\"a\nb\"",
            "\"\\x\"",
            "\ufeff{}",
            "[" + "[".repeat(998) + "]".repeat(999)));
  }

  @Test
  @Case("9")
  void should_agree_with_postgresql_when_numbers_are_random() throws SQLException {
    Random random = new Random(20_261_130);
    assertAgreement(Stream.generate(() -> number(random)).limit(2_000));
  }

  @Test
  void should_never_count_too_little_when_members_repeat() throws Exception {
    String json = "{\"a\": 1, \"a\": 22, \"b\": -0}";
    try (Connection connection = database.connect()) {
      assertThat(JsonbText.renderedBytes(json))
          .isGreaterThanOrEqualTo(measuredByServer(connection, json));
    }
  }

  @Test
  void should_agree_with_postgresql_about_headers() throws SQLException {
    Random random = new Random(20_261_130);
    try (Connection connection = database.connect()) {
      for (int i = 0; i < 500; i++) {
        HeadersJson headers = HeadersJson.of(headers(random));
        assertThat((long) headers.renderedBytes())
            .as("%s", headers)
            .isEqualTo(measuredByServer(connection, headers.json()));
      }
    }
  }

  private static Map<String, String> headers(Random random) {
    Map<String, String> headers = new HashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      headers.put("h" + i + text(random), text(random));
    }
    return headers;
  }

  private static String text(Random random) {
    int[] points = {
      1, '\b', '\t', '\n', 0x1f, ' ', '"', '/', '\\', 'a', 0x7f, 0xe9, 0x20ac, 0x1f600
    };
    return random
        .ints(random.nextInt(6), 0, points.length)
        .map(i -> points[i])
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** A number of up to 12 digits whose exponent lies near zero or near a limit. */
  private static String number(Random random) {
    int[] middles = {0, 0, 131_060, -16_370};
    String integer = random.nextInt(3) == 0 ? "0" : "" + (1 + random.nextInt(99_999));
    String fraction =
        random.nextBoolean()
            ? ""
            : "." + ("000" + random.nextInt(1000)).substring(random.nextInt(4));
    String exponent =
        random.nextInt(4) == 0 ? "" : "e" + (middles[random.nextInt(4)] + random.nextInt(40) - 20);
    String sign = random.nextBoolean() && !(integer + fraction).matches("[0.]+") ? "-" : "";
    return sign + integer + (fraction.equals(".") ? "" : fraction) + exponent;
  }

  private static void assertAgreement(Stream<String> texts) throws SQLException {
    try (Connection connection = database.connect()) {
      for (String json : texts.toList()) {
        assertThat(measuredByUs(json))
            .as("[%s]", Text.printable(json, 60))
            .isEqualTo(measuredByServer(connection, json));
      }
    }
  }

  private static long measuredByUs(String json) {
    try {
      return JsonbText.renderedBytes(json);
    } catch (EventFault refused) {
      return REFUSED;
    }
  }

  private static long measuredByServer(Connection connection, String json) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(MEASURE)) {
      statement.setString(1, json);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    } catch (SQLException e) {
      assertThat(e.getSQLState()).as(e.getMessage()).startsWith("22"); // a data exception
      return REFUSED;
    }
  }
}
