package org.outboxconnect.stack.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.outboxconnect.stack.process.StackException;
import org.tukaani.xz.XZInputStream;

/** The programs of one major version, unpacked once for all builds of this user. */
final class PostgresBinaries {

  static final List<Integer> MAJORS = List.of(14, 15, 16, 17, 18);

  private static final String FOLDER = "testing/embedded-stack/target/postgres-binaries";

  private final String name;
  private final Path home;

  private PostgresBinaries(String name, Path home) {
    this.name = name;
    this.home = home;
  }

  /**
   * @throws StackException if there is no such major, or the build hasn't copied its archive
   */
  static PostgresBinaries of(int major, SharedCache cache) {
    if (!MAJORS.contains(major)) {
      throw new StackException(
          "There is no PostgreSQL [%d] here. [Hint: valid majors are %s]".formatted(major, MAJORS));
    }
    return of(major, root().resolve(FOLDER), cache);
  }

  static PostgresBinaries of(int major, Path archives, SharedCache cache) {
    Properties build = build();
    String name = build.getProperty("artifact") + "-" + build.getProperty(String.valueOf(major));
    Path archive = requireArchive(major, archives.resolve(name + ".jar"));
    return new PostgresBinaries(name, cache.get(name, folder -> unpack(archive, folder)));
  }

  /** Artifact and version, unique for these programs. */
  String name() {
    return name;
  }

  /** The path of {@code postgres} or {@code initdb}. */
  String program(String program) {
    return home.resolve("bin").resolve(program).toString();
  }

  private static Properties build() {
    Properties properties = new Properties();
    try (InputStream in = PostgresBinaries.class.getResourceAsStream("binaries.properties")) {
      properties.load(in);
      return properties;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static Path root() {
    String root = System.getProperty("outbox.root");
    if (root == null) {
      throw new StackException(
          "System property [outbox.root] is not set. [Hint: the build sets it to the folder of the"
              + " root pom.xml; elsewhere start Java with -Doutbox.root=<that folder>]");
    }
    return Path.of(root);
  }

  private static Path requireArchive(int major, Path archive) {
    if (!Files.isRegularFile(archive)) {
      throw new StackException(
          ("The binaries of PostgreSQL [%d] are missing: expected [%s]. [Hint: the goal"
                  + " dependency:copy fetches them; run"
                  + " mvn process-classes -pl testing/embedded-stack -am]")
              .formatted(major, archive));
    }
    return archive;
  }

  private static void unpack(Path archive, Path folder) throws IOException {
    // The server may run as another user than the one that made the folder.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      ZipEntry entry =
          zip.stream()
              .filter(each -> each.getName().endsWith(".txz"))
              .findFirst()
              .orElseThrow(
                  () -> new StackException("[%s] holds no .txz archive".formatted(archive)));
      try (InputStream packed = zip.getInputStream(entry);
          TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(packed))) {
        unpack(tar, folder);
      }
    }
  }

  private static void unpack(TarArchiveInputStream tar, Path folder) throws IOException {
    TarArchiveEntry entry = tar.getNextEntry();
    while (entry != null) {
      Path target = folder.resolve(entry.getName()).normalize();
      if (!target.startsWith(folder)) {
        throw new StackException("Archive entry [%s] leaves its folder".formatted(target));
      }
      Files.createDirectories(entry.isDirectory() ? target : target.getParent());
      if (entry.isSymbolicLink()) {
        Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
      } else if (entry.isFile()) {
        Files.copy(tar, target);
        boolean executable = (entry.getMode() & 0100) != 0;
        Files.setPosixFilePermissions(
            target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
      }
      entry = tar.getNextEntry();
    }
  }
}
