package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TextTest {

  @ParameterizedTest
  @ValueSource(
      chars = {
        '\u0000', // NUL
        '\n',
        '\r',
        '\u001b', // begins a sequence that a terminal obeys
        '\u0085', // control of Latin-1
        '\u00a0', // no-break space
        '\u00ad', // soft hyphen
        '\u200b', // zero width space
        '\u200d', // zero width joiner
        '\u2028', // line separator
        '\u202e', // right-to-left override
        '\u2066', // isolate
        '\u3164', // a letter without a shape
        '\ud83d', // half of a character
        '\ude00',
        '\ue000', // private use
        '\ufe0f', // variation selector
        '\ufeff' // byte order mark
      })
  void should_show_by_its_number_what_cannot_be_seen(char c) {
    assertThat(Text.printable("a" + c + "b", 80)).isEqualTo("a\\u%04xb".formatted((int) c));
  }

  @Test
  void should_show_by_its_number_what_cannot_be_seen_beyond_the_first_plane() {
    assertThat(Text.printable("a" + Character.toString(0xe0041) + "b", 80))
        .isEqualTo("a\\u{e0041}b");
  }

  @Test
  void should_leave_what_can_be_seen() {
    String text = "aB 9.,-_$ é € 日本 नि עברית 😀";

    assertThat(Text.printable(text, 80)).isEqualTo(text);
  }

  @Test
  void should_cut_between_characters() {
    assertThat(Text.printable("😀😀😀", 3)).isEqualTo("😀😀😀");
    assertThat(Text.printable("😀😀😀", 2)).isEqualTo("😀😀…");
    assertThat(Text.printable("", 2)).isEmpty();
  }
}
