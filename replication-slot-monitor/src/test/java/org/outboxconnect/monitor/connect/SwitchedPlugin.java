package org.outboxconnect.monitor.connect;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs {@link SwitchedSource} as a plugin. */
final class SwitchedPlugin {

  private SwitchedPlugin() {}

  /** Makes a folder of plugins with this one in it. */
  static Path in(Path folder) throws IOException {
    Path plugin = Files.createDirectories(folder.resolve("switched"));
    try (OutputStream file = Files.newOutputStream(plugin.resolve("switched.jar"));
        ZipOutputStream jar = new ZipOutputStream(file)) {
      for (Class<?> type : List.of(SwitchedSource.class, SwitchedSource.SwitchedTask.class)) {
        String name = type.getName().replace('.', '/') + ".class";
        try (InputStream bytes = type.getClassLoader().getResourceAsStream(name)) {
          add(jar, name, bytes.readAllBytes());
        }
      }
      add(
          jar,
          "META-INF/services/org.apache.kafka.connect.source.SourceConnector",
          SwitchedSource.class.getName().getBytes(StandardCharsets.UTF_8));
    }
    return folder;
  }

  private static void add(ZipOutputStream jar, String name, byte[] bytes) throws IOException {
    jar.putNextEntry(new ZipEntry(name));
    jar.write(bytes);
    jar.closeEntry();
  }
}
