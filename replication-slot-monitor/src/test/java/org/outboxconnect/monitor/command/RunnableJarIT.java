package org.outboxconnect.monitor.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.WorkFolder;

/** The one jar that is handed out, as it is after the build. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RunnableJarIT {

  private static final Path MODULE =
      Path.of(System.getProperty("outbox.root", ".."), "replication-slot-monitor");
  private static final Path JAR = MODULE.resolve("target/replication-slot-monitor.jar");
  private static final long MOST_BYTES = 6L << 20;
  private static final Duration GENEROUS = Duration.ofSeconds(60);
  private static final WorkFolder WORK = WorkFolder.create();

  @AfterAll
  static void close() {
    WORK.close();
  }

  private record Outcome(int code, String output) {}

  @Test
  void should_say_its_version() {
    Outcome outcome = run("version", JAR, Map.of(), "--version");

    assertThat(outcome.output().strip())
        .isEqualTo("replication-slot-monitor " + System.getProperty("outbox.version"));
    assertThat(outcome.code()).isZero();
  }

  @Test
  void should_check_its_settings() {
    String example = MODULE.resolve("example.yaml").toString();

    Outcome outcome = run("check", JAR, Map.of(), "--config", example, "--check-config");
    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.output())
        .contains("servers[0].password-file", "/etc/outbox/secrets/monitor-password")
        .contains("There are 4 problems");
    Outcome unknown =
        run("unknown", JAR, Map.of("OUTBOX_MONITOR_SERVERS_0_NAME", "x"), "--check-config");
    assertThat(unknown.output()).contains("servers[0].url").contains("servers[0].user");
  }

  @Test
  void should_find_the_driver_also_with_jars_in_lib() throws IOException {
    Path folder = WORK.folder("program");
    Path copy = Files.copy(JAR, folder.resolve("monitor.jar"));
    Map<String, String> environment =
        Map.of(
            "OUTBOX_MONITOR_SERVERS_0_NAME", "nowhere",
            "OUTBOX_MONITOR_SERVERS_0_URL", "jdbc:postgresql://127.0.0.1:1/x",
            "OUTBOX_MONITOR_SERVERS_0_USER", "x",
            "OUTBOX_MONITOR_SERVERS_0_PASSWORD", "hunter2");
    Outcome without = run("without-lib", copy, environment, "check", "--sample", "1s");
    Files.copy(clients(), Files.createDirectory(folder.resolve("lib")).resolve("clients.jar"));
    Outcome with = run("with-lib", copy, environment, "check", "--sample", "1s");

    assertThat(without.output()).startsWith("CRITICAL - nowhere: 08001");
    assertThat(with).isEqualTo(without);
  }

  private static Path clients() {
    return Path.of(
        org.apache.kafka.clients.consumer.KafkaConsumer.class
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .getPath());
  }

  @Test
  void should_be_small_and_hold_all_licences() throws IOException {
    assertThat(JAR).exists();
    assertThat(Files.size(JAR)).isLessThanOrEqualTo(MOST_BYTES);
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> names = jar.stream().map(ZipEntry::getName).toList();
      assertThat(names).doesNotHaveDuplicates();
      assertThat(names)
          .noneMatch(name -> name.matches("META-INF/[^/]*\\.(SF|RSA|DSA)"))
          .noneMatch(name -> name.endsWith("module-info.class"))
          .noneMatch(name -> name.startsWith("org/apache/kafka"))
          .contains(
              "META-INF/services/java.sql.Driver",
              "META-INF/licenses/outbox-connect/LICENSE",
              "META-INF/licenses/outbox-connect/NOTICE",
              "META-INF/licenses/com.ongres.scram/scram-client-3.2/META-INF/LICENSE");
      assertThat(text(jar, "META-INF/LICENSE"))
          .contains("PostgreSQL Global Development Group", "Apache License");
      assertThat(text(jar, "META-INF/NOTICE")).contains("Jackson");
      Attributes manifest = jar.getManifest().getMainAttributes();
      assertThat(manifest.getValue("Multi-Release")).isEqualTo("true");
      assertThat(manifest.getValue("Implementation-Version"))
          .isEqualTo(System.getProperty("outbox.version"));
    }
  }

  @Test
  void should_leave_the_module_s_own_jar_as_it_is() throws IOException {
    Path own =
        MODULE.resolve(
            "target/outbox-replication-slot-monitor-%s.jar"
                .formatted(System.getProperty("outbox.version")));
    try (JarFile jar = new JarFile(own.toFile())) {
      assertThat(jar.stream().map(ZipEntry::getName))
          .noneMatch(name -> name.startsWith("picocli") || name.startsWith("org/postgresql"));
    }
  }

  private static String text(JarFile jar, String name) throws IOException {
    return new String(
        jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
  }

  private static Outcome run(
      String name, Path jar, Map<String, String> environment, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-jar",
                jar.toString()));
    command.addAll(List.of(arguments));
    try (ChildProcess process =
        ChildProcess.start(name, command, environment, WORK.path(), WORK.log(name))) {
      assertThat(process.awaitExit(GENEROUS)).as(process.logTail(20)).isTrue();
      return new Outcome(process.exitCode().orElseThrow(), process.logTail(100));
    }
  }
}
