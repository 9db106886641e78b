package org.outboxconnect.stack.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.stack.process.StackException;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ConnectorFileTest {

  private static final ConnectorFile FILE =
      ConnectorFile.parse(
          """
          {"name": "outbox", "config": {
            "password": "${dir:/etc/outbox/secrets:db-password}", "tasks.max": 1}}
          """);

  @Test
  void should_change_only_what_was_asked_for() {
    ConnectorFile changed =
        FILE.secretsFolder(Path.of("/tmp/x")).with("a", "b").without("tasks.max").named("other");

    assertThat(changed.json())
        .isEqualTo(
            "{\"name\":\"other\",\"config\":{\"password\":\"${dir:/tmp/x:db-password}\",\"a\":\"b\"}}");
    assertThat(FILE.configJson())
        .isEqualTo("{\"password\":\"${dir:/etc/outbox/secrets:db-password}\",\"tasks.max\":\"1\"}");
  }

  @Test
  void should_name_the_members_when_the_form_is_another() {
    assertThatThrownBy(() -> ConnectorFile.parse("{\"connector.class\": \"secret-value\"}"))
        .isInstanceOf(StackException.class)
        .hasMessageContainingAll("{\"name\": …, \"config\": {…}}", "[connector.class]")
        .hasMessageNotContaining("secret-value");
  }

  @Test
  void should_name_the_file_when_it_is_missing() {
    assertThatThrownBy(() -> ConnectorFile.read(Path.of("nowhere.json")))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("nowhere.json");
  }
}
