package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TableNameTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "outbox|\"outbox_write\"",
        "sales.outbox|\"sales\".\"outbox_write\"",
        "Sales.Out Box-$?|\"Sales\".\"Out Box-$?_write\"",
        "\"my.schema\".\"out\"\"box\"|\"my.schema\".\"out\"\"box_write\"",
        "\"sales\".outbox|\"sales\".\"outbox_write\"",
        "\"a.b\"|\"a.b_write\"",
        "größe.übersicht|\"größe\".\"übersicht_write\""
      })
  @Case("86")
  void should_split_and_quote_names(String name, String function) {
    assertThat(TableName.parse(name).function("_write")).isEqualTo(function);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", ".", "a.", ".a", "a.b.c", "a\"b", "\"a", "\"a\"b", "\"\"", "a..b"})
  void should_refuse_what_is_no_name(String name) {
    assertThatThrownBy(() -> OutboxWriter.builder().table(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("[" + name + "] is no name", "schema.table", "[Hint: ");
  }

  @Test
  void should_refuse_names_that_postgresql_would_cut() {
    assertThat(TableName.parse("t".repeat(56)).function("_append")).hasSize(65);
    assertThatThrownBy(() -> TableName.parse("t".repeat(57)))
        .hasMessageContaining("has 57 bytes, expected at most 56");
    assertThatThrownBy(() -> TableName.parse("ü".repeat(32) + ".t"))
        .hasMessageContaining("schema [")
        .hasMessageContaining("has 64 bytes, expected at most 63");
    assertThatThrownBy(() -> TableName.parse("a\0"))
        .hasMessageContainingAll("[a\\u0000]", "NUL (U+0000)");
  }
}
