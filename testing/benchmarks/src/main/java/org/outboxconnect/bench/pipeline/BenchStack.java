package org.outboxconnect.bench.pipeline;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.outboxconnect.stack.EmbeddedStack;
import org.outboxconnect.stack.EmbeddedStackBuilder;

/**
 * The servers of a benchmark: the archive as built, the packaged worker lines, JVMs at full speed.
 */
final class BenchStack {

  private BenchStack() {}

  static EmbeddedStack start(Path root, PrintStream progress) throws IOException {
    return packaged(root, progress).start();
  }

  /** With the further lines for workers that send in transactions. */
  static EmbeddedStack startExactlyOnce(Path root, PrintStream progress) throws IOException {
    return packaged(root, progress)
        .furtherWorkerProperties(root.resolve("connector-configs/worker-exactly-once.properties"))
        .start();
  }

  private static EmbeddedStackBuilder packaged(Path root, PrintStream progress) throws IOException {
    return EmbeddedStack.builder()
        .pluginArchive(archive(root))
        .workerProperties(root.resolve("connector-configs/worker.properties"))
        .secret("db-password", "postgres")
        .fullSpeed()
        .progress(progress::println);
  }

  private static Path archive(Path root) throws IOException {
    Path folder = root.resolve("connect-plugin/target");
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> archives =
          files
              .filter(f -> f.getFileName().toString().matches("outbox-connect-\\d.*\\.zip"))
              .toList();
      if (archives.size() != 1) {
        throw new IOException(
            "Expected one plugin archive in [%s], found %s. [Hint: mvn clean, then run again]"
                .formatted(folder, archives));
      }
      return archives.get(0);
    }
  }
}
