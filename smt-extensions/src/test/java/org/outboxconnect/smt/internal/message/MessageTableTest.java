package org.outboxconnect.smt.internal.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MessageTableTest {

  @Test
  void should_name_schema_and_table_when_the_prefix_has_the_form() {
    assertThat(MessageTable.of("outbox.sales.outbox"))
        .contains(new MessageTable("sales", "outbox"));
    assertThat(MessageTable.of("outbox.Größe.my events.v1"))
        .contains(new MessageTable("Größe", "my events.v1"));
    String longest = "x".repeat(63);
    assertThat(MessageTable.of("outbox." + longest + "." + longest))
        .contains(new MessageTable(longest, longest));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "outbox.",
        "outbox.sales",
        "outbox.sales.",
        "outbox..outbox",
        "outbox...",
        "Outbox.sales.outbox",
        "outbox.a\nb.outbox",
        "outbox.sales.out\u0000box",
        "outbox.sales.\u202eoutbox",
        "outbox.sales.\ud83d",
        "outbox.s0123456789012345678901234567890123456789012345678901234567890123.outbox"
      })
  void should_name_none_when_the_prefix_is_ours_but_no_table_can_have_it(String prefix) {
    assertThat(MessageTable.isMeantBy(prefix)).isTrue();
    assertThat(MessageTable.of(prefix)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "outbox", "outbox-heartbeat", " outbox.a.b", "myoutbox.a.b", "öutbox."})
  void should_leave_a_prefix_alone_when_it_is_of_others(String prefix) {
    assertThat(MessageTable.isMeantBy(prefix)).isFalse();
  }

  @Test
  void should_know_its_prefix_in_other_case_when_the_locale_is_another() {
    Locale before = Locale.getDefault();
    try {
      for (String tag : new String[] {"tr", "az", "lt", "en"}) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(MessageTable.isMeantBy("OUTBOX.SALES.OUTBOX")).as(tag).isTrue();
        assertThat(MessageTable.isMeantBy("oUtBoX.")).as(tag).isTrue();
      }
    } finally {
      Locale.setDefault(before);
    }
  }
}
