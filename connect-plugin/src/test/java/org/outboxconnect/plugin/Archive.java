package org.outboxconnect.plugin;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/** One of the four archives as Maven assembled it, unpacked into a folder of the test. */
final class Archive {

  static final Path ROOT = Path.of(System.getProperty("outbox.root"));

  private static final Path TARGET = ROOT.resolve("connect-plugin/target");
  private static final String VERSION = System.getProperty("outbox.version");

  private final Path folder;

  private Archive(Path folder) {
    this.folder = folder;
  }

  static String topFolder(String name) {
    return name + "-" + VERSION;
  }

  static Path file(String name, String extension) {
    return TARGET.resolve(topFolder(name) + extension);
  }

  static Archive zip(String name, Path workFolder) throws IOException {
    Path folder = Files.createTempDirectory(workFolder, "zip");
    try (ZipFile zip = new ZipFile(file(name, ".zip").toFile())) {
      for (var entry : zip.stream().filter(entry -> !entry.isDirectory()).toList()) {
        Path path = folder.resolve(entry.getName());
        Files.createDirectories(path.getParent());
        Files.copy(zip.getInputStream(entry), path);
      }
    }
    return new Archive(folder);
  }

  static Archive tarGz(String name, Path workFolder) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory(workFolder, "tar");
    Process tar =
        new ProcessBuilder("tar", "-xzf", file(name, ".tar.gz").toString(), "-C", folder.toString())
            .inheritIO()
            .start();
    if (tar.waitFor() != 0) {
      throw new IOException("tar could not unpack [%s]".formatted(file(name, ".tar.gz")));
    }
    return new Archive(folder);
  }

  /** Names directly in the archive: there should be one. */
  List<String> topNames() throws IOException {
    try (Stream<Path> names = Files.list(folder)) {
      return names.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  /** Content of every file by its path below the top folder, in the order of the names. */
  Map<String, byte[]> files() throws IOException {
    Path top = folder.resolve(topNames().get(0));
    try (Stream<Path> files = Files.walk(top)) {
      return files
          .filter(Files::isRegularFile)
          .collect(
              toMap(
                  path -> top.relativize(path).toString(),
                  Archive::bytes,
                  (a, b) -> b,
                  TreeMap::new));
    }
  }

  String text(String path) throws IOException {
    return Files.readString(folder.resolve(topNames().get(0)).resolve(path));
  }

  List<Path> jars() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(path -> path.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /** Entry names of all class files of a jar, those for newer Java versions without prefix. */
  static List<String> classes(Path jar) {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream()
          .map(entry -> entry.getName().replaceFirst("^META-INF/versions/\\d+/", ""))
          .filter(name -> name.endsWith(".class"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
