package org.outboxconnect.monitor.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;

class TokenTest {

  @Property(tries = 200)
  void should_be_found_in_every_form_and_nowhere_else(
      @ForAll @AlphaChars @StringLength(max = 50) String before,
      @ForAll @AlphaChars @StringLength(max = 50) String after) {
    String token = Token.next();
    byte[] plain = token.getBytes(StandardCharsets.UTF_8);

    assertThat(Token.isIn(utf8(before + token + after), token)).isTrue();
    assertThat(Token.isIn(utf8(before + base64(plain) + after), token)).isTrue();
    assertThat(Token.isIn(utf8(before + url(plain) + after), token)).isTrue();
    assertThat(Token.isIn(utf8(before + HexFormat.of().formatHex(plain) + after), token)).isTrue();
    assertThat(Token.isIn(utf8(before + after), token)).isFalse();
    assertThat(Token.isIn(utf8(before + Token.next() + after), token)).isFalse();
    assertThat(base64(plain)).doesNotContain("=");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static String url(byte[] bytes) {
    return Base64.getUrlEncoder().encodeToString(bytes);
  }
}
