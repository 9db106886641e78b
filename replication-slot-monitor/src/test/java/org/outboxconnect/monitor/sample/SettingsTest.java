package org.outboxconnect.monitor.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.sample.Settings.Value;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SettingsTest {

  @Test
  void should_have_no_cap_when_it_is_off_or_unknown() {
    assertThat(new Settings(Map.of()).slotKeepBytes()).isEmpty();
    assertThat(
            new Settings(Map.of("max_slot_wal_keep_size", new Value("-1", "MB"))).slotKeepBytes())
        .isEmpty();
  }

  @Test
  void should_take_the_larger_of_the_two_settings_that_keep_wal() {
    assertThat(capped("128", "64")).isEqualTo(128L << 20);
    assertThat(capped("128", "512")).isEqualTo(512L << 20);
  }

  private static long capped(String slots, String all) {
    return new Settings(
            Map.of(
                "max_slot_wal_keep_size", new Value(slots, "MB"),
                "wal_keep_size", new Value(all, "MB")))
        .slotKeepBytes()
        .getAsLong();
  }

  @Test
  void should_read_times_in_the_unit_of_the_server() {
    Settings settings =
        new Settings(
            Map.of(
                "wal_sender_timeout", new Value("60000", "ms"),
                "checkpoint_timeout", new Value("300", "s"),
                "other", new Value("2", "min")));
    assertThat(settings.duration("wal_sender_timeout")).contains(Duration.ofMinutes(1));
    assertThat(settings.duration("checkpoint_timeout")).contains(Duration.ofMinutes(5));
    assertThat(settings.duration("other")).contains(Duration.ofMinutes(2));
    assertThat(settings.duration("transaction_timeout")).isEmpty();
  }

  @Test
  void should_write_a_position_as_the_server_does() {
    assertThat(new Lsn(0x16_B374_D848L)).hasToString("16/B374D848");
    assertThat(new Lsn(5).minus(new Lsn(7))).isEqualTo(-2);
  }
}
