package org.outboxconnect.stack.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.WorkFolder;

/** The folder that workers get as plugin.path: archives unpacked as an operator would do it. */
final class PluginFolder {

  private final WorkFolder work;
  private final Path path;

  PluginFolder(WorkFolder work) {
    this.work = work;
    this.path = work.folder("plugins");
  }

  Path path() {
    return path;
  }

  /** Refuses an archive that isn't there, before anything is started. */
  static void requireArchive(Path archive) {
    if (!Files.isRegularFile(archive)) {
      throw new StackException(
          ("Plugin archive [%s] is missing."
                  + " [Hint: build it with mvn package -pl connect-plugin -am]")
              .formatted(archive));
    }
  }

  /** Unpacks a zip or tar.gz; it must hold exactly one top folder. */
  void unpack(Path archive) {
    requireArchive(archive);
    Set<Path> before = children();
    if (archive.toString().endsWith(".zip")) {
      unzip(archive);
    } else {
      untar(archive);
    }
    Set<Path> added = children();
    added.removeAll(before);
    if (added.size() != 1 || !added.stream().allMatch(Files::isDirectory)) {
      throw new StackException(
          "Expected one new top folder in plugin archive [%s], found %s"
              .formatted(archive, added.stream().map(Path::getFileName).toList()));
    }
  }

  private void unzip(Path archive) {
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        unzip(zip, entries.nextElement());
      }
    } catch (IOException failure) {
      throw new StackException("Cannot unpack plugin archive [%s]".formatted(archive), failure);
    }
  }

  private void unzip(ZipFile zip, ZipEntry entry) throws IOException {
    Path target = path.resolve(entry.getName()).normalize();
    if (!target.startsWith(path)) {
      throw new IOException("Entry [%s] points out of the archive".formatted(entry.getName()));
    }
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.resolveSibling("")); // its folder
    try (InputStream content = zip.getInputStream(entry)) {
      Files.copy(content, target);
    }
  }

  private void untar(Path archive) {
    List<String> command = List.of("tar", "-xzf", archive.toAbsolutePath().toString());
    ChildProcess tar = ChildProcess.start("tar", command, Map.of(), path, work.log("tar"));
    boolean ended = tar.awaitExit(Duration.ofMinutes(2));
    OptionalInt exit = tar.exitCode();
    tar.kill();
    if (!ended || exit.orElse(-1) != 0) {
      throw new StackException(
          "Cannot unpack plugin archive [%s], tar ended with %s: %s"
              .formatted(archive, exit, tar.logTail(5)));
    }
  }

  private Set<Path> children() {
    try (Stream<Path> children = Files.list(path)) {
      return new HashSet<>(children.toList());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
