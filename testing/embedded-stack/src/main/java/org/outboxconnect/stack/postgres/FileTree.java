package org.outboxconnect.stack.postgres;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Copying and deleting folders. */
final class FileTree {

  private FileTree() {}

  /**
   * Copies a folder into one that may exist already. Files that vanish meanwhile are passed over: a
   * running server deletes some.
   *
   * @param wanted asked with the path of each file and folder below {@code from}
   */
  static void copy(Path from, Path to, Predicate<Path> wanted) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            Path name = from.relativize(folder);
            if (!wanted.test(name)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(name));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path name = from.relativize(file);
            if (wanted.test(name)) {
              copyIfThere(file, to.resolve(name));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        });
  }

  /** Deletes a folder with all in it; nothing happens when there is none. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path done, @Nullable IOException failure)
              throws IOException {
            Files.delete(done);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void copyIfThere(Path file, Path target) throws IOException {
    try {
      Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (NoSuchFileException vanished) {
      Files.deleteIfExists(target);
    }
  }
}
