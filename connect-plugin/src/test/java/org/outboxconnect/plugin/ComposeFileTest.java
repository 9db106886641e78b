package org.outboxconnect.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.testing.RequiredTool;

/** compose.yaml and what it mounts. No container is started. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ComposeFileTest {

  private static final String COMPOSE = "deploy/compose.yaml";

  @Test
  void should_publish_on_the_loopback_address_only_when_ports_are_read() throws IOException {
    List<JsonNode> ports = ShippedFiles.yaml(COMPOSE).path("services").findValues("ports");

    assertThat(ports)
        .isNotEmpty()
        .allSatisfy(
            list ->
                assertThat(list)
                    .allSatisfy(port -> assertThat(port.textValue()).startsWith("127.0.0.1:")));
  }

  @Test
  void should_name_files_that_exist_when_they_are_mounted_or_built_from() throws IOException {
    JsonNode services = ShippedFiles.yaml(COMPOSE).path("services");

    assertThat(services.path("postgres").path("volumes"))
        .extracting(JsonNode::textValue)
        .filteredOn(volume -> volume.startsWith(".") && !volume.startsWith("./secrets:"))
        .isNotEmpty()
        .allMatch(
            volume ->
                Files.exists(ShippedFiles.path("deploy").resolve(volume.replaceFirst(":.*", ""))));
    assertThat(ShippedFiles.path(services.at("/connect/build/dockerfile").textValue())).exists();
  }

  @Test
  void should_build_from_the_archive_of_this_version_when_no_other_is_named() throws IOException {
    assertThat(ShippedFiles.yaml(COMPOSE).at("/services/connect/build/args/VERSION").textValue())
        .isEqualTo("${OUTBOX_VERSION:-%s}", System.getProperty("outbox.version"));
  }

  @Test
  @RequiredTool("docker-compose")
  void should_be_accepted_by_compose_when_it_is_installed() throws Exception {
    Process compose =
        new ProcessBuilder(
                "docker-compose", "-f", ShippedFiles.path(COMPOSE).toString(), "config", "--quiet")
            .redirectErrorStream(true)
            .start();
    String output = new String(compose.getInputStream().readAllBytes(), UTF_8);

    assertThat(compose.waitFor(2, TimeUnit.MINUTES)).isTrue();
    assertThat(compose.exitValue()).as(output).isZero();
  }
}
