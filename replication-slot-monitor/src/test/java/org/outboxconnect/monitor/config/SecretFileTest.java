package org.outboxconnect.monitor.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SecretFileTest {

  @TempDir private Path folder;

  @Test
  void should_see_the_new_secret_when_the_file_has_changed() throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "first\n");
    Supplier<String> password = password(file);

    assertThat(password.get()).isEqualTo("first");
    Files.writeString(file, "second\r\n");
    assertThat(password.get()).isEqualTo("second");
    Files.writeString(file, " third \n\n");
    assertThat(password.get()).isEqualTo(" third \n");
  }

  @Test
  void should_load_but_fail_when_it_is_used_if_the_file_is_not_there() {
    Path file = folder.resolve("missing");
    Supplier<String> password = password(file);

    assertThatThrownBy(password::get)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage(
            "Cannot read [%s] of setting servers[0].password-file: NoSuchFileException. [Hint:"
                + " correct the path, the rights or the content]",
            file);
  }

  @Test
  void should_refuse_a_secret_that_is_empty_or_too_large() throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "\n");
    Supplier<String> password = password(file);

    assertThatThrownBy(password::get).hasMessageContaining("it is empty");
    Files.writeString(file, "x".repeat(70_000));
    assertThatThrownBy(password::get).hasMessageContaining("larger than 64 KiB");
  }

  @Test
  void should_read_the_url_of_a_webhook_at_each_use() throws IOException {
    Path file = Files.writeString(folder.resolve("url"), "https://chat/hunter2\n");
    String text = Yaml.SERVER + "webhooks: [{name: chat, url-file: \"%s\"}]\n".formatted(file);
    Supplier<URI> url = Yaml.load(folder, text).webhooks().get(0).url();

    assertThat(url.get()).isEqualTo(URI.create("https://chat/hunter2"));
    Files.writeString(file, "hunter2\n");
    assertThatThrownBy(url::get)
        .hasMessageContaining("Expected a URL that begins with http:// or https://")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void should_report_every_file_when_it_is_to_be_checked_now() throws IOException {
    Path noUrl = Files.writeString(folder.resolve("url"), "hunter2");
    String text =
        Yaml.SERVER.replace("password: hunter2", "password-file: /no/such/file")
            + "webhooks: [{name: chat, url-file: \"%s\"}]\n".formatted(noUrl);
    Path file = Yaml.file(folder, text);

    assertThat(ConfigLoader.load(file, Map.of())).isNotNull();
    ConfigException refused =
        catchThrowableOfType(ConfigException.class, () -> ConfigLoader.check(file, Map.of()));
    assertThat(refused.problems())
        .extracting(ConfigProblem::path)
        .containsExactly("servers[0].password-file", "webhooks[0].url-file");
    assertThat(refused).hasMessageNotContaining("hunter2");
  }

  private Supplier<String> password(Path file) {
    String text = Yaml.SERVER.replace("password: hunter2", "password-file: \"" + file + "\"");
    return Yaml.load(folder, text).servers().get(0).access().password();
  }
}
