package org.outboxconnect.smt.internal.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PrintableTextTest {

  @Test
  void should_leave_it_as_it_is_when_it_prints() {
    assertThat(PrintableText.of("outbox.Größe.日本 🚀 \"x\"")).isEqualTo("outbox.Größe.日本 🚀 \"x\"");
    assertThat(PrintableText.of("x".repeat(128))).isEqualTo("x".repeat(128));
  }

  @Test
  void should_keep_it_on_one_line_and_in_one_direction_when_it_does_not_print() {
    assertThat(PrintableText.of("a\r\nERROR\u001b[2J\u202e\u2028\ud83d\0"))
        .isEqualTo("a\\u{d}\\u{a}ERROR\\u{1b}[2J\\u{202e}\\u{2028}\\u{d83d}\\u{0}");
  }

  @Test
  void should_cut_between_characters_and_tell_the_length_when_it_is_long() {
    assertThat(PrintableText.of("🚀".repeat(1_000_000)))
        .isEqualTo("🚀".repeat(64) + "… (2000000 characters)");
    assertThat(PrintableText.of("x" + "🚀".repeat(100)))
        .isEqualTo("x" + "🚀".repeat(64) + "… (201 characters)");
  }
}
