package org.outboxconnect.demo;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.outboxconnect.stack.EmbeddedStack;
import org.outboxconnect.stack.EmbeddedStackBuilder;
import org.outboxconnect.stack.process.StackException;

/** Where the demo finds what it shows, and the stack that it shows it on. */
final class DemoStack {

  /** Of all roles: the stack listens on the loopback address only and is gone after the run. */
  static final String PASSWORD = "demo";

  private DemoStack() {}

  /**
   * Starts PostgreSQL, a broker and a worker that has the assembled archive on its plugin path and
   * the packaged worker lines.
   *
   * @param connectVersion of the worker, for example {@code 4.4}
   * @throws DemoException if the archive is not built
   */
  static EmbeddedStack start(String connectVersion) {
    EmbeddedStackBuilder builder =
        EmbeddedStack.builder()
            .pluginArchive(archive())
            .connectVersion(connectVersion)
            .workerProperties(file("connector-configs/worker.properties"))
            .environment("OUTBOX_DB_NAME", DemoDatabase.NAME)
            .environment("OUTBOX_DB_USER", DemoDatabase.CONNECTOR)
            .secret("db-password", PASSWORD)
            .keepLogsOfFailedStart(failureLogs());
    try {
      return builder.start();
    } catch (StackException failure) {
      throw new DemoException(failure.getMessage() + placeOfLogs(), failure);
    }
  }

  /** A hint if there are logs: a start that was refused has none. */
  private static String placeOfLogs() {
    return Files.isDirectory(failureLogs())
        ? " [Hint: the logs are in %s]".formatted(failureLogs())
        : "";
  }

  /** The JSON file that users POST. */
  static Path connector() {
    return file("connector-configs/outbox-cdc.json");
  }

  /** Where the logs of a run stay that could not be finished. */
  static Path failureLogs() {
    return Path.of(
        System.getProperty("java.io.tmpdir"), "outbox-demo-logs-" + ProcessHandle.current().pid());
  }

  private static Path archive() {
    return file("connect-plugin/target/outbox-connect-%s.zip".formatted(version()));
  }

  private static Path file(String path) {
    Path file = Path.of(System.getProperty("outbox.root", ".")).toAbsolutePath().resolve(path);
    if (!Files.isReadable(file)) {
      throw new DemoException(
          "Missing file %s. [Hint: mvn package -DskipTests -pl connect-plugin -am]"
              .formatted(file));
    }
    return file;
  }

  private static String version() {
    Properties build = new Properties();
    try (InputStream resource = DemoStack.class.getResourceAsStream("build.properties")) {
      build.load(requireNonNull(resource, "build.properties"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return requireNonNull(build.getProperty("version"), "version");
  }
}
