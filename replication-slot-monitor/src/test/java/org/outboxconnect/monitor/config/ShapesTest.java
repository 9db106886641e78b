package org.outboxconnect.monitor.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ShapesTest {

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "15s, PT15S",
    "5m, PT5M",
    "4h, PT4H",
    "1d, PT24H",
    "PT1M30S, PT90S",
    "999999999d, PT23999999976H"
  })
  void should_read_a_duration(String text, Duration expected) {
    assertThat(Durations.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "5 s", "s", "1.5h", "1h30m", "5M", "9999999999d", "P1Y", "∞"})
  void should_refuse_what_is_no_duration(String text) {
    assertThat(Durations.parse(text)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "-5s", "PT-5S", "999ms", "61m", "PT999999999999H"})
  void should_refuse_a_duration_beyond_its_bounds(String text) {
    assertThat(Shapes.duration("1s", "1h").parse(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "16MB, 16000000",
    "100GiB, 107374182400",
    "1 kB, 1000",
    "8TiB, 8796093022208",
    "512B, 512",
    "1KiB, 1024"
  })
  void should_read_a_size(String text, long expected) {
    assertThat(Sizes.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "0GB", "-1", "1.5GB", "GB", "1gb", "10000000TiB", "1PB"})
  void should_refuse_what_is_no_size(String text) {
    assertThat(Sizes.parse(text)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ":9188", "host", "host:", "host:65536", "host:-1", "::1:9188", "host:123456"})
  void should_refuse_what_is_no_address_and_port(String text) {
    assertThat(Shapes.ADDRESS_AND_PORT.parse(text)).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "connect:8083",
        "ftp://x",
        "http://",
        "http://u:p@host",
        "http://a b",
        "file:/x"
      })
  void should_refuse_what_is_no_web_address(String text) {
    assertThat(Shapes.WEB_URL.parse(text)).isNull();
  }

  @Property
  void should_read_what_it_writes(@ForAll @LongRange(min = 1, max = 1L << 50) long number) {
    Duration time = Duration.ofMillis(number % 1_000_000_000);

    assertThat(Sizes.parse(Sizes.text(number))).isEqualTo(number);
    assertThat(Durations.parse(Durations.text(time))).isEqualTo(time);
  }
}
