package org.outboxconnect.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.FreePorts;
import org.outboxconnect.stack.process.Wait;
import org.outboxconnect.stack.process.WorkFolder;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * PgBouncer in transaction mode, before one database: each transaction gets any of a few server
 * connections. It asks its clients for no password.
 */
final class PgBouncer implements AutoCloseable {

  /** Server connections that all clients share. */
  static final int POOL_SIZE = 3;

  private static final Duration START = Duration.ofSeconds(30);
  private static final String HOST = "127.0.0.1";

  /** It refuses to run as root. The death signal is lost with the uid: set it again. */
  private static final List<String> AS_NOBODY =
      List.of(
          "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--pdeathsig=KILL", "--");

  private final WorkFolder folder = WorkFolder.create();
  private final int port = FreePorts.next();
  private final String database;
  private final ChildProcess process;

  private PgBouncer(PostgresServer server, String database) throws IOException {
    this.database = database;
    Path settings = folder.path().resolve("pgbouncer.ini");
    Files.writeString(settings, settings(server));
    List<String> command = List.of("pgbouncer", settings.toString());
    if (System.getProperty("user.name").equals("root")) {
      Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwx--x--x"));
      command = Stream.concat(AS_NOBODY.stream(), command.stream()).toList();
    }
    process =
        ChildProcess.start("pgbouncer", command, Map.of(), folder.path(), folder.log("pgbouncer"));
  }

  static PgBouncer before(PostgresServer server, String database) throws IOException {
    PgBouncer bouncer = new PgBouncer(server, database);
    Wait.until(START, () -> !FreePorts.isFree(bouncer.port) || !bouncer.process.isAlive());
    if (!bouncer.process.isAlive()) {
      String log = bouncer.process.logTail(20);
      bouncer.close();
      throw new AssertionError("PgBouncer did not start: " + log);
    }
    return bouncer;
  }

  /** A new source of connections through it; settings of the driver can be added. */
  PGSimpleDataSource dataSource() {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {HOST});
    source.setPortNumbers(new int[] {port});
    source.setUser("anybody");
    source.setDatabaseName(database);
    return source;
  }

  /** The server connection that a client's open transaction has. */
  static int serverPid(Connection client) throws SQLException {
    return Integer.parseInt(TestDatabase.query(client, "SELECT pg_backend_pid()").get(0));
  }

  private String settings(PostgresServer server) {
    return """
        [databases]
        %s = host=%s port=%d user=%s password=%s

        [pgbouncer]
        listen_addr = %s
        listen_port = %d
        unix_socket_dir =
        auth_type = any
        pool_mode = transaction
        default_pool_size = %d
        ignore_startup_parameters = extra_float_digits
        """
        .formatted(
            database,
            server.host(),
            server.port(),
            server.user(),
            server.password(),
            HOST,
            port,
            POOL_SIZE);
  }

  @Override
  public void close() {
    process.close();
    folder.close();
  }
}
