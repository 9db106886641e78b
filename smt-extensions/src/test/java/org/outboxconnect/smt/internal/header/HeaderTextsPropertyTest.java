package org.outboxconnect.smt.internal.header;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Compares our few-names map with one of the JDK, below and beyond the few. */
class HeaderTextsPropertyTest {

  @Property(tries = 300)
  void should_hold_what_a_map_holds(
      @ForAll @Size(max = 60) List<@IntRange(max = 19) Integer> names,
      @ForAll @IntRange(min = 2, max = 5) int removeEach) {
    HeaderTexts texts = new HeaderTexts();
    Map<String, String> expected = new LinkedHashMap<>();

    for (int i = 0; i < names.size(); i++) {
      String name = new String("n" + names.get(i)); // another object of the same letters
      if (i % removeEach == 1) {
        texts.remove(name);
        expected.remove(name);
      } else {
        texts.put(name, "t" + i);
        expected.put(name, "t" + i);
      }
      assertThat(texts.get(name)).isEqualTo(expected.get(name));
    }

    assertThat(contentOf(texts)).isEqualTo(expected);
  }

  private static Map<String, String> contentOf(HeaderTexts texts) {
    Map<String, String> content = new LinkedHashMap<>();
    texts.forEach((name, text) -> assertThat(content.put(name, text)).isNull());
    return content;
  }
}
