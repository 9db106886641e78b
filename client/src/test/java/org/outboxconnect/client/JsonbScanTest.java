package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The quick way against the slow one, which is compared with PostgreSQL elsewhere. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonbScanTest {

  private static final long SEED = 20_261_130;
  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "\n",
    "\u00a0",
    "\"",
    "\"a\"",
    "\"é\"",
    "\"€\"",
    "\"😀\"",
    "\\",
    "\\u",
    "\\u0000",
    "\\u001f",
    "\\u0009",
    "\\u00e9",
    "\\u20ac",
    "\\ud83d",
    "\\ude00",
    "\ud83d",
    "\ude00",
    "\\n",
    "\\/",
    "\\x",
    "\u0001",
    "\u007f",
    "\u0661",
    "0",
    "-",
    "12",
    ".",
    "5",
    "e",
    "E+",
    "true",
    "false",
    "null",
    "nul",
    "x",
    "{}",
    "[]",
    "{\"b\": 1}",
    "\u0000",
    "\ufeff",
    "\uff11"
  };

  @Test
  void should_agree_with_the_slow_way_when_texts_are_random() {
    Random random = new Random(SEED);
    long sure =
        IntStream.range(0, 200_000)
            .mapToObj(i -> pieces(random))
            .filter(JsonbScanTest::isSureAndRight)
            .count();

    assertThat(sure).as("how often it was sure").isGreaterThan(2_000);
  }

  @Test
  void should_agree_with_the_slow_way_when_good_texts_are_damaged() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      String good = value(random, 4);
      assertThat(isSureAndRight(good)).as(good).isTrue();

      int place = random.nextInt(good.length());
      String piece = PIECES[random.nextInt(PIECES.length)];
      isSureAndRight(good.substring(0, place) + piece + good.substring(place));
      isSureAndRight(good.substring(0, place) + good.substring(place + 1));
      isSureAndRight(good.substring(0, place));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":\"x\\u0000y\"}",
        "\"\\ud83d\"",
        "\"\\ud83dx\"",
        "\"\\ud83d\\n\"",
        "\"\\ude00\"",
        "1e131072",
        "{} x",
        "{\"a\":1,}",
        "\"\t\"",
        "\"\\u００４１\"",
        "١"
      })
  void should_leave_to_the_slow_way_what_there_is_to_explain(String json) {
    assertThat(JsonbScan.renderedBytes(json)).isEqualTo(JsonbScan.UNSURE);
  }

  @Test
  void should_leave_to_the_slow_way_what_is_deep_or_long() throws EventFault {
    String deep = "[".repeat(63) + "]".repeat(63);
    String digits = "1".repeat(16_383);

    assertThat(JsonbScan.renderedBytes(deep)).isEqualTo(126);
    assertThat(JsonbScan.renderedBytes("[" + deep + "]")).isEqualTo(JsonbScan.UNSURE);
    assertThat(JsonbText.renderedBytes("[" + deep + "]")).isEqualTo(128);
    assertThat(JsonbScan.renderedBytes(digits)).isEqualTo(16_383);
    assertThat(JsonbScan.renderedBytes(digits + "1")).isEqualTo(JsonbScan.UNSURE);
    assertThat(JsonbText.renderedBytes(digits + "1")).isEqualTo(16_384);
  }

  /** When it is sure, the slow way must say the same. */
  private static boolean isSureAndRight(String json) {
    long quick = JsonbScan.renderedBytes(json);
    if (quick == JsonbScan.UNSURE) {
      return false;
    }
    try {
      assertThat(quick).as(json).isEqualTo(JsonbText.read(json));
      return true;
    } catch (EventFault refused) {
      throw new AssertionError("was sure of [%s]: %s".formatted(json, refused.problem()), refused);
    }
  }

  private static String pieces(Random random) {
    StringBuilder json = new StringBuilder();
    for (int i = random.nextInt(8); i >= 0; i--) {
      json.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return json.toString();
  }

  private static String value(Random random, int depth) {
    String blank = random.nextInt(4) == 0 ? " " : "";
    return blank
        + switch (random.nextInt(depth > 0 ? 7 : 5)) {
          case 0 -> "true";
          case 1 -> "null";
          case 2 -> Integer.toString(random.nextInt());
          case 3 -> "-" + random.nextInt(10) + ".0" + random.nextInt(1000);
          case 4 -> text(random);
          case 5 -> list(random, depth, false);
          default -> list(random, depth, true);
        }
        + blank;
  }

  private static String list(Random random, int depth, boolean object) {
    StringBuilder json = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      json.append(json.isEmpty() ? "" : ",")
          .append(object ? text(random) + ":" : "")
          .append(value(random, depth - 1));
    }
    return object ? "{" + json + "}" : "[" + json + "]";
  }

  private static String text(Random random) {
    String[] parts = {
      "a", "é", "€", "😀", "\\n", "\\/", "\\\"", "\\u0001", "\\u00e9", "\\ud83d\\ude00"
    };
    StringBuilder json = new StringBuilder("\"");
    for (int i = random.nextInt(5); i > 0; i--) {
      json.append(parts[random.nextInt(parts.length)]);
    }
    return json.append('"').toString();
  }
}
