package org.outboxconnect.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ResultTest {

  private static final String LINE =
      "RESULT written=10000 delivered=10001 applied=10002 lost=3 duplicates_applied=4"
          + " out_of_order=5 outbox_rows=6 redelivered=212 outage_ms=9870 p50_ms=7.1 p99_ms=15.8";

  @Test
  void should_print_every_field_in_the_agreed_form() {
    assertThat(aResult().line()).isEqualTo(LINE);
  }

  @Test
  void should_print_the_same_bytes_when_the_locale_has_other_digits_and_commas() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(aResult().line()).isEqualTo(LINE);
      Locale.setDefault(Locale.GERMANY);
      assertThat(aResult().line()).isEqualTo(LINE);
    } finally {
      Locale.setDefault(before);
    }
  }

  private static Result aResult() {
    return new Result(10_000, 10_001, 10_002, 3, 4, 5, 6, 212, 9_870, 7.14, 15.79);
  }
}
