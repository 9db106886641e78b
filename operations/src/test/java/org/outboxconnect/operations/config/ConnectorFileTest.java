package org.outboxconnect.operations.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ConnectorFileTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\": \"n\", \"config\": {\"a\": \"1\", \"b\": 2, \"c\": true}}",
        "{\"initial_state\": \"STOPPED\", \"config\": {\"a\": \"1\", \"b\": 2, \"c\": true}, \"name\": \"n\"}"
      })
  void should_read_name_and_config_when_they_are_wrapped(String json) {
    ConnectorFile file = ConnectorFile.parse(json);

    assertThat(file.name()).contains("n");
    assertThat(file.config())
        .hasSize(3)
        .containsEntry("a", "1")
        .containsEntry("b", "2")
        .containsEntry("c", "true");
    assertThat(file.notText()).isEmpty();
  }

  @Test
  void should_read_the_settings_when_the_config_stands_alone() {
    ConnectorFile file = ConnectorFile.parse("{\"name\": \"n\", \"a\": \"1\"}");

    assertThat(file.name()).isEmpty();
    assertThat(file.config()).containsEntry("name", "n").containsEntry("a", "1");
  }

  @Test
  void should_find_it_when_a_key_occurs_twice_or_is_no_text() {
    String json =
        "{\"config\": {\"a\": \"1\", \"a\": \"2\", \"b\": null, \"b\": \"x\", \"c\": [1], \"d\": {\"e\": 1}}}";

    assertThat(ConnectorCheck.check(json))
        .filteredOn(finding -> finding.rule().equals("key-doubled"))
        .extracting(Finding::key)
        .containsExactly("a", "b");
    assertThat(ConnectorCheck.check(json))
        .filteredOn(finding -> finding.rule().equals("value-not-text"))
        .extracting(Finding::key)
        .containsExactly("c", "d");
    assertThat(ConnectorFile.parse(json).config()).containsEntry("a", "2").containsEntry("b", "x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "null", "[]", "\"hunter2\"", "{} {}", "{\"a\": hunter2}", "{\"a\": \"hunter2"})
  void should_refuse_it_without_a_word_of_the_text_when_it_is_no_object(String json) {
    assertThatThrownBy(() -> ConnectorCheck.check(json))
        .isInstanceOf(UnreadableConnectorException.class)
        .hasMessageContainingAll("Cannot read the connector", "[Hint: ")
        .hasMessageNotContaining("hunter2")
        .hasNoCause();
  }

  @Test
  void should_say_only_what_it_is_not_when_the_connector_is_another_one() {
    assertThat(
            ConnectorCheck.check(
                "{\"connector.class\": \"FileStreamSource\", \"secret.password\": \"hunter2\"}"))
        .extracting(Finding::rule)
        .containsExactly("secret-in-plain-text", "connector-class");
  }
}
