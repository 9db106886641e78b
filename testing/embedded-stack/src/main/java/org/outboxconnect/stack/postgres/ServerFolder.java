package org.outboxconnect.stack.postgres;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.outboxconnect.stack.process.WorkFolder;

/** Folder and log of one server, named {@code postgres-1}, {@code postgres-2} and so on. */
record ServerFolder(String name, Path path, Path log) {

  /** Makes the next free one; two threads never get the same. */
  static ServerFolder in(WorkFolder workFolder) throws IOException {
    for (int number = 1; ; number++) {
      String name = "postgres-" + number;
      try {
        Path path = Files.createDirectory(workFolder.path().resolve(name));
        return new ServerFolder(name, path, workFolder.log(name));
      } catch (FileAlreadyExistsException taken) {
        // Another server of this stack; look at the next number.
      }
    }
  }

  /** Where the data lies. */
  Path data() {
    return path.resolve("data");
  }

  /** The server's physical slot on its primary; slot names allow no hyphen. */
  String slot() {
    return name.replace('-', '_');
  }
}
