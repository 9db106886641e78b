package org.outboxconnect.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The SQL files of this jar, in the order in which they have to run.
 *
 * <p>Services hand {@code classpath:org/outboxconnect/schema/migrations/outbox} to Flyway, or the
 * files to psql; this class is for programs that set up a database without either. Immutable and
 * safe for use by many threads.
 */
public enum SchemaScripts {
  /** Table {@code outbox} and its functions; needs the rights of their owner. */
  OUTBOX("migrations/outbox", "V1__outbox.sql", "V2__housekeeping.sql", "V3__partitions.sql"),

  /** Table {@code inbox} and its housekeeping, for the database of a consumer. */
  INBOX("migrations/inbox", "V1__inbox.sql", "V2__prune.sql"),

  /**
   * Roles, publication and replication slot; needs the rights of a database administrator and runs
   * after {@link #OUTBOX}. Each script may be run again.
   */
  ADMIN("admin", "1_roles.sql", "2_publication.sql", "3_slot.sql");

  private final String folder;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> fileNames;

  SchemaScripts(String folder, String... fileNames) {
    this.folder = folder;
    this.fileNames = List.of(fileNames);
  }

  /**
   * One SQL file.
   *
   * @param name file name, such as {@code V1__outbox.sql}
   * @param text its whole content: plain SQL that one {@link Statement#execute(String)} can run
   */
  public record Script(String name, String text) {}

  /** Returns the scripts in the order in which they have to run. */
  public List<Script> scripts() {
    return fileNames.stream().map(name -> new Script(name, read(folder + "/" + name))).toList();
  }

  /**
   * Runs the scripts on the first schema of the connection's {@code search_path}, each in a
   * transaction of its own.
   *
   * @param connection open connection with auto-commit on: a replication slot can't be made in a
   *     transaction that has written. Used on the calling thread only, and left open
   * @throws IllegalArgumentException if auto-commit is off; nothing has been run
   * @throws SQLException if a script fails; its own changes are undone, those of the scripts before
   *     it stay
   */
  public void apply(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      throw new IllegalArgumentException(
          ("Cannot run the scripts of [%s]: expected a connection with auto-commit on, found it off."
                  + " [Hint: connection.setAutoCommit(true)]")
              .formatted(folder));
    }
    try (Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false); // braces in the scripts are JSON and no JDBC escapes
      for (Script script : scripts()) {
        statement.execute(script.text());
      }
    }
  }

  private static String read(String path) {
    try (InputStream resource = SchemaScripts.class.getResourceAsStream(path)) {
      if (resource == null) {
        throw new IllegalStateException(
            "Script [%s] is missing beside [%s]. [Hint: the jar is incomplete]"
                .formatted(path, SchemaScripts.class.getName()));
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read script [%s]".formatted(path), e);
    }
  }
}
