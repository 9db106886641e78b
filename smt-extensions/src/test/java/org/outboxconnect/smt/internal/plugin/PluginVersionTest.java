package org.outboxconnect.smt.internal.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxconnect.smt.IsOutboxInsert;
import org.outboxconnect.smt.OutboxHeaders;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PluginVersionTest {

  @Test
  void should_be_the_version_of_the_build() {
    assertThat(PluginVersion.current()).isEqualTo(System.getProperty("outbox.version"));
    assertThat(new OutboxHeaders<>().version()).isEqualTo(PluginVersion.current());
    assertThat(new IsOutboxInsert<>().version()).isEqualTo(PluginVersion.current());
  }

  @Test
  void should_fail_when_the_resource_is_missing() {
    assertThatThrownBy(() -> PluginVersion.read(null))
        .hasMessage(
            "Resource [org/outboxconnect/smt/version.properties] is missing. [Hint: build the jar"
                + " with Maven, which filters it]");
  }

  @ParameterizedTest
  @CsvSource({
    "version=${project.version}, was packed unfiltered",
    "version=,                   holds no version",
    "other=1,                    holds no version"
  })
  void should_fail_when_the_resource_holds_no_version(String text, String finding) {
    assertThatThrownBy(() -> PluginVersion.read(new ByteArrayInputStream(text.getBytes(UTF_8))))
        .hasMessageContaining(finding);
  }
}
