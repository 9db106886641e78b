package org.outboxconnect.monitor.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxconnect.monitor.forecast.Forecast;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FiguresTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "-2048, -2.0 KiB",
    "1610612736, 1.5 GiB",
    "9223372036854775807, 8192.0 PiB"
  })
  void should_show_bytes(long bytes, String text) {
    assertThat(Figures.bytes(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.9S, 0 s",
    "PT59S, 59 s",
    "PT61S, 1 min 1 s",
    "PT25H, 25 h 0 min",
    "PT49H, 2 d 1 h"
  })
  void should_show_time(Duration time, String text) {
    assertThat(Figures.time(time)).isEqualTo(text);
  }

  @Test
  void should_show_a_hyphen_when_nothing_is_known() {
    assertThat(Figures.bytes(null)).isEqualTo("-");
    assertThat(Figures.time(null)).isEqualTo("-");
    assertThat(Figures.left(null)).isEqualTo("-");
    assertThat(Figures.left(new Forecast(null, Double.POSITIVE_INFINITY, null, true, false)))
        .isEqualTo("no end");
  }
}
