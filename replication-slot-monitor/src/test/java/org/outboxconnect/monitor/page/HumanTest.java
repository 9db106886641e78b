package org.outboxconnect.monitor.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxconnect.monitor.verdict.Judgement.Evidence;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HumanTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "5153960755, 4.8 GiB",
    "13421772800, 13 GiB",
    "-352321536, −336 MiB",
    "9223372036854775807, 8.0 EiB"
  })
  void should_round_sizes(double bytes, String text) {
    assertThat(Human.bytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 s",
    "PT0.35S, 0.4 s",
    "PT3S, 3 s",
    "PT45.9S, 45 s",
    "PT1M30S, 90 s",
    "PT12M59S, 12 min",
    "PT3H, 3 h",
    "PT3H12M, 3 h 12 min",
    "P2DT3H, 2 d 3 h",
    "P4000D, '4,000 d'"
  })
  void should_round_times(Duration time, String text) {
    assertThat(Human.time(time)).isEqualTo(text);
  }

  @Test
  void should_bear_a_time_that_is_longer_than_any() {
    assertThat(Human.seconds(1e300)).endsWith(" d");
  }

  @Test
  void should_give_evidence_the_unit_of_its_name() {
    assertThat(Human.evidence(new Evidence("confirmed_lag_bytes", 2048)))
        .isEqualTo("confirmed lag 2.0 KiB");
    assertThat(Human.evidence(new Evidence("inactive_seconds", 2820))).isEqualTo("inactive 47 min");
    assertThat(Human.evidence(new Evidence("horizon_age_transactions", 50_000_000)))
        .isEqualTo("horizon age transactions 50,000,000");
  }
}
