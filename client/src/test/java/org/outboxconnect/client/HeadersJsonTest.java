package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HeadersJsonTest {

  @Test
  void should_be_read_back_as_it_was_whatever_it_holds() throws Exception {
    Map<String, String> headers = new LinkedHashMap<>();
    for (int point = 1; point < 0x3000; point++) {
      String text = Character.toString(point);
      headers.put("h" + text, text + "x" + text);
    }
    headers.put("emoji 😀", "\ud83d\ude00");

    assertThat(
            new ObjectMapper()
                .readValue(
                    HeadersJson.of(headers).json(), new TypeReference<Map<String, String>>() {}))
        .isEqualTo(headers);
  }

  @Test
  void should_add_members_to_none_and_to_some() {
    HeadersJson none = HeadersJson.of(Map.of());
    HeadersJson one = none.with("\"a\":\"1\"");

    assertThat(none.json()).isEqualTo("{}");
    assertThat(none.renderedBytes()).isEqualTo("{}".length());
    assertThat(one.json()).isEqualTo("{\"a\":\"1\"}");
    assertThat(one.renderedBytes()).isEqualTo("{\"a\": \"1\"}".length());
    assertThat(one.with("\"b\":\"2\"").json()).isEqualTo("{\"a\":\"1\",\"b\":\"2\"}");
    assertThat(one.with("\"b\":\"2\"").renderedBytes())
        .isEqualTo("{\"a\": \"1\", \"b\": \"2\"}".length());
  }
}
