package org.outboxconnect.stack.connect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.outboxconnect.stack.process.WorkFolder;

/** Secrets as files that only the owner can read, for the config provider "dir". */
final class SecretsFolder {

  private final Path path;

  SecretsFolder(WorkFolder work, Map<String, String> secrets) {
    this.path = work.folder("secrets");
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
      for (Map.Entry<String, String> secret : secrets.entrySet()) {
        write(secret.getKey(), secret.getValue());
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  Path path() {
    return path;
  }

  private void write(String name, String value) throws IOException {
    // Permissions first: the content is never readable for others, not even for a moment.
    Path file =
        Files.createFile(
            path.resolve(name),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, value);
  }
}
