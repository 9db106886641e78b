package org.outboxconnect.stack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Temporary folder of one stack: data, plugins, secrets and logs. It is gone after {@link #close()}
 * and, if nobody closed it, when the JVM ends.
 *
 * <p>Safe for use by many threads.
 */
public final class WorkFolder implements AutoCloseable {

  private static final Duration DELETION = Duration.ofSeconds(10);

  private final Path path;

  private WorkFolder(Path path) {
    this.path = path;
  }

  /**
   * Makes an empty folder below the system's temporary folder.
   *
   * @throws UncheckedIOException if it can't be made
   * @throws StackException if the JVM is ending
   */
  public static WorkFolder create() {
    return JvmEnd.register(
        () -> {
          Path path = Files.createTempDirectory("outbox-stack-");
          Files.createDirectory(path.resolve("logs"));
          return new WorkFolder(path);
        });
  }

  /** The folder itself; absolute. */
  public Path path() {
    return path;
  }

  /** Makes a folder below this one, or returns the one that is there. */
  public Path folder(String name) {
    try {
      return Files.createDirectories(path.resolve(name));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The folder of the logs, one file per part. */
  public Path logs() {
    return path.resolve("logs");
  }

  /** The log file of a part; a restarted part appends to it. */
  public Path log(String part) {
    return logs().resolve(part + ".log");
  }

  /**
   * Copies the logs to a place that outlives this folder. Does nothing while the JVM is ending: a
   * part that Ctrl-C took away did not fail, and nothing is to stay behind.
   *
   * @param target made if missing; files of the same name are replaced
   */
  public void copyLogsTo(Path target) {
    if (JvmEnd.isEnding()) {
      return;
    }
    try (Stream<Path> files = Files.list(logs())) {
      Files.createDirectories(target);
      for (Path log : files.filter(Files::isRegularFile).toList()) {
        Files.copy(log, target.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Deletes the folder with everything in it. Processes that write here must have ended. Closing
   * twice does no harm.
   *
   * @throws StackException if something can't be deleted within ten seconds
   */
  @Override
  public void close() {
    // A process that is just dying may still add a file between two looks into its folder.
    Wait.require("the end of folder " + path, DELETION, this::delete);
    JvmEnd.forget(this);
  }

  private boolean delete() throws IOException {
    if (Files.exists(path)) {
      Files.walkFileTree(path, new Deleter());
    }
    return !Files.exists(path);
  }

  private static final class Deleter extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE; // vanished meanwhile; if not, the next round tells
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
