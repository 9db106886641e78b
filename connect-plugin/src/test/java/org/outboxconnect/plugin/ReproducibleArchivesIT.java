package org.outboxconnect.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Builds the archives a second time from a copy of the sources, elsewhere on the disk and in
 * another time zone and language. The umask has to be the same: Maven's jar plugin writes it into
 * the jars.
 */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReproducibleArchivesIT {

  private static final Set<String> NOT_SOURCES = Set.of("target", ".git");

  @TempDir Path copy;

  @Test
  void should_have_the_same_bytes_when_built_twice() throws Exception {
    copySources();
    build();

    for (String name : List.of("outbox-connect", "outbox-connect-slim")) {
      for (String extension : List.of(".zip", ".tar.gz")) {
        Path first = Archive.file(name, extension);
        assertThat(copy.resolve(Archive.ROOT.relativize(first)))
            .as(name + extension)
            .hasSameBinaryContentAs(first);
      }
    }
  }

  private void build() throws Exception {
    Path log = copy.resolve("build.log");
    ProcessBuilder maven =
        new ProcessBuilder(
                Path.of(System.getProperty("outbox.maven.home"), "bin", "mvn").toString(),
                "--batch-mode",
                "--quiet",
                "--offline",
                "-Dmaven.repo.local=" + System.getProperty("outbox.maven.repository"),
                "-Dmaven.test.skip=true",
                "--projects",
                "connect-plugin",
                "--also-make",
                "package")
            .directory(copy.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    maven
        .environment()
        .putAll(
            Map.of(
                "TZ", "Pacific/Auckland",
                "LC_ALL", "tr_TR.UTF-8",
                "JAVA_HOME", System.getProperty("java.home")));
    Process process = maven.start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("second build ended").isTrue();
      assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private void copySources() throws IOException {
    Files.walkFileTree(
        Archive.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (NOT_SOURCES.contains(folder.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(target(folder));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (attributes.isRegularFile() && !file.getFileName().endsWith(".git")) {
              Files.copy(file, target(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private Path target(Path source) {
    return copy.resolve(Archive.ROOT.relativize(source));
  }
}
