package org.outboxconnect.stack.connect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Archives with one plugin, {@link TickingSource}, in one top folder. */
final class TestArchive {

  private static final String TOP = "test-plugin-1";

  private TestArchive() {}

  static Path zip(Path folder) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put(TOP + "/plugin.jar", jar());
    entries.put(TOP + "/doc/README.md", "hello".getBytes(StandardCharsets.UTF_8));
    return Files.write(folder.resolve("test-plugin.zip"), zipped(entries));
  }

  static Path tarGz(Path folder) throws Exception {
    Path top = Files.createDirectories(folder.resolve(TOP));
    Files.write(top.resolve("plugin.jar"), jar());
    Path archive = folder.resolve("test-plugin.tar.gz");
    Process tar =
        new ProcessBuilder("tar", "-czf", archive.toString(), "-C", folder.toString(), TOP).start();
    if (tar.waitFor() != 0) {
      throw new IOException("tar failed");
    }
    return archive;
  }

  static Path zipOf(Path folder, String... names) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    for (String name : names) {
      entries.put(name, new byte[0]);
    }
    return Files.write(folder.resolve("odd.zip"), zipped(entries));
  }

  private static byte[] jar() throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    addClass(entries, TickingSource.class);
    addClass(entries, TickingSource.TickingTask.class);
    entries.put(
        "META-INF/services/org.apache.kafka.connect.source.SourceConnector",
        TickingSource.class.getName().getBytes(StandardCharsets.UTF_8));
    return zipped(entries);
  }

  private static void addClass(Map<String, byte[]> entries, Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream bytes = type.getClassLoader().getResourceAsStream(file)) {
      entries.put(file, bytes.readAllBytes());
    }
  }

  private static byte[] zipped(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return bytes.toByteArray();
  }
}
