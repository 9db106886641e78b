package org.outboxconnect.stack.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.outboxconnect.stack.process.StackException;

/**
 * Folders that are made once and then read by all builds of this user. Two builds may make the same
 * folder at the same time: each fills one of its own, and the first to finish moves it into place.
 */
final class SharedCache {

  /** Fills an empty folder. */
  interface Filling {
    void fill(Path empty) throws IOException;
  }

  private final Path root;

  SharedCache(Path root) {
    this.root = root;
  }

  /** The cache below the user's home, or one for temporary files if others must read it. */
  static SharedCache of(RunAs runAs) {
    Path home = home();
    return new SharedCache(
        !runAs.isOtherUser() && canHold(home) ? home.resolve("outbox-connect") : temporary());
  }

  /** Returns the folder of that name, filled. */
  Path get(String name, Filling filling) {
    Path folder = root.resolve(name);
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(root);
        make(folder, filling);
      }
      return folder;
    } catch (IOException failure) {
      throw new UncheckedIOException("Cannot make " + folder, failure);
    }
  }

  private void make(Path folder, Filling filling) throws IOException {
    Path own = Files.createTempDirectory(root, ".making-");
    try {
      filling.fill(own);
      moveUnlessThere(own, folder);
    } finally {
      FileTree.delete(own);
    }
  }

  private static void moveUnlessThere(Path own, Path folder) throws IOException {
    try {
      Files.move(own, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException failure) {
      if (!Files.isDirectory(folder)) {
        throw failure;
      }
    }
  }

  private static Path home() {
    String xdg = System.getenv("XDG_CACHE_HOME");
    return xdg == null || xdg.isBlank()
        ? Path.of(System.getProperty("user.home"), ".cache")
        : Path.of(xdg);
  }

  private static boolean canHold(Path folder) {
    try {
      return Files.isWritable(Files.createDirectories(folder));
    } catch (IOException noHome) {
      return false;
    }
  }

  private static Path temporary() {
    String user = System.getProperty("user.name");
    // Where files may stay; a temporary folder of one build may be swept after it.
    Path lasting = Path.of("/var/tmp");
    Path parent =
        Files.isWritable(lasting) ? lasting : Path.of(System.getProperty("java.io.tmpdir"));
    Path folder = parent.resolve("outbox-connect-cache-" + user).toAbsolutePath();
    try {
      Files.createDirectories(folder);
      if (!Files.getOwner(folder).getName().equals(user)) {
        throw new StackException(
            "Cache folder [%s] belongs to [%s], expected [%s]. [Hint: remove it]"
                .formatted(folder, Files.getOwner(folder).getName(), user));
      }
      return folder;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
