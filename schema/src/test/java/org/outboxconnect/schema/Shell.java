package org.outboxconnect.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.outboxconnect.stack.postgres.PostgresServer;

/** Runs commands at the root of the repository; psql finds the database by its environment. */
final class Shell {

  private final Map<String, String> environment = new HashMap<>();

  Shell(PostgresServer server, String database) {
    environment.put("PGHOST", server.host());
    environment.put("PGPORT", Integer.toString(server.port()));
    environment.put("PGDATABASE", database);
    environment.put("PGUSER", server.user());
    environment.put("PGPASSWORD", server.password());
    environment.put("PSQLRC", "none"); // not that of who runs the tests
  }

  Shell with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Runs psql, which stops at the first error, and returns what it prints. */
  String psql(String... arguments) throws IOException, InterruptedException {
    return run(
        0,
        Stream.concat(Stream.of("psql", "-v", "ON_ERROR_STOP=1"), Stream.of(arguments)).toList());
  }

  /** Runs a command and returns what it prints; fails if it ends otherwise than expected. */
  String run(int exitCode, List<String> command) throws IOException, InterruptedException {
    Path output = Files.createTempFile("shell", ".out");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(Readme.ROOT.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      boolean ended = process.waitFor(1, TimeUnit.MINUTES);
      process.destroyForcibly();
      String printed = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(ended).as(printed).isTrue();
      assertThat(process.exitValue()).as(printed).isEqualTo(exitCode);
      return printed;
    } finally {
      Files.delete(output);
    }
  }
}
