package org.outboxconnect.stack.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Command lines of JVMs that run what Kafka ships. The class paths come from the build: each module
 * below {@code testing/embedded-stack/runtimes} writes its own into {@code target/classpath}.
 */
public final class RuntimeJvm {

  private static final Pattern SEPARATOR = Pattern.compile(File.pathSeparator);
  private static final Path RUNTIMES = Path.of("testing", "embedded-stack", "runtimes");

  private RuntimeJvm() {}

  /**
   * Prepares a command line whose logging goes to standard output, at INFO.
   *
   * @param runtime name of a module, for example {@code connect-4.4}
   * @throws StackException if there is no such module, or it has not been built
   */
  public static JavaCommand command(String runtime, String mainClass, WorkFolder folder) {
    return JavaCommand.of(classPath(runtime), mainClass)
        .option("-Dlog4j2.configurationFile=" + loggingFile(folder));
  }

  private static String classPath(String runtime) {
    Path runtimes = root().resolve(RUNTIMES);
    Path module = runtimes.resolve(runtime);
    if (!Files.exists(module.resolve("pom.xml"))) {
      throw new StackException(
          "There is no runtime [%s]. [Hint: those that exist are %s]"
              .formatted(runtime, namesIn(runtimes)));
    }
    Path file = module.resolve("target").resolve("classpath");
    try {
      String classPath = Files.readString(file).strip();
      requireReadable(runtime, classPath);
      return classPath;
    } catch (IOException unreadable) {
      throw notBuilt(runtime, "class path file [%s] is missing".formatted(file), unreadable);
    }
  }

  private static void requireReadable(String runtime, String classPath) {
    for (String jar : SEPARATOR.split(classPath, -1)) {
      if (!Files.isReadable(Path.of(jar))) {
        throw notBuilt(runtime, "jar [%s] is missing or not readable".formatted(jar), null);
      }
    }
  }

  private static StackException notBuilt(String runtime, String found, @Nullable Exception cause) {
    String text =
        ("Cannot run [%s]: %s. [Hint: build it with mvn process-resources"
                + " -pl testing/embedded-stack -am]")
            .formatted(runtime, found);
    return cause == null ? new StackException(text) : new StackException(text, cause);
  }

  private static List<String> namesIn(Path folder) {
    try (Stream<Path> modules = Files.list(folder)) {
      return modules
          .filter(module -> Files.exists(module.resolve("pom.xml")))
          .map(module -> module.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** The repository: where system property outbox.root says, or upwards from here. */
  private static Path root() {
    String given = System.getProperty("outbox.root");
    if (given != null) {
      return Path.of(given);
    }
    Path here = Path.of("").toAbsolutePath();
    for (Path folder = here; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve(RUNTIMES))) {
        return folder;
      }
    }
    throw new StackException(
        ("Cannot find the repository from [%s] upwards."
                + " [Hint: set the system property outbox.root to its folder]")
            .formatted(here));
  }

  private static synchronized Path loggingFile(WorkFolder folder) {
    Path file = folder.path().resolve("log4j2.properties");
    if (Files.exists(file)) {
      return file; // a running JVM may be reading it
    }
    try (InputStream resource = RuntimeJvm.class.getResourceAsStream("log4j2.properties")) {
      Files.copy(Objects.requireNonNull(resource, "log4j2.properties"), file);
      return file;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
