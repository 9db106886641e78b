package org.outboxconnect.stack.postgres;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.stack.process.FreePorts;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.WorkFolder;

/** One server as data, settings and, while it runs, a postmaster. Safe for use by many threads. */
final class Instance {

  static final String HOST = "127.0.0.1";
  static final String SUPERUSER = "postgres";
  static final String PASSWORD = "postgres";

  private final Installation installation;
  private final WorkFolder workFolder;
  private final ServerFolder folder;
  private final int port;
  private final DataFolder data;
  private final Map<String, String> settings;
  private @Nullable Postmaster postmaster;

  private Instance(
      Installation installation,
      WorkFolder workFolder,
      ServerFolder folder,
      int port,
      DataFolder data,
      Map<String, String> settings) {
    this.installation = installation;
    this.workFolder = workFolder;
    this.folder = folder;
    this.port = port;
    this.data = data;
    this.settings = new LinkedHashMap<>(settings);
    this.settings.put("port", String.valueOf(port));
  }

  /** Makes empty data; starts nothing. */
  static Instance create(
      Installation installation, WorkFolder workFolder, int port, Map<String, String> settings)
      throws IOException {
    ServerFolder folder = ServerFolder.in(workFolder);
    DataFolder data = installation.create(folder.data(), PASSWORD);
    return new Instance(installation, workFolder, folder, port, data, settings);
  }

  /**
   * Copies this server, which must run, into one that will follow it; starts nothing.
   *
   * @param connection superuser on this server, used for nothing else meanwhile
   */
  Instance copyAsStandby(Connection connection) throws SQLException, IOException {
    ServerFolder place = ServerFolder.in(workFolder);
    try (Statement statement = connection.createStatement()) {
      // From here on this server keeps the WAL that the copy needs.
      statement.execute(
          "SELECT pg_create_physical_replication_slot('%s', true)".formatted(place.slot()));
    }
    DataFolder copy = DataFolder.empty(place.data());
    BaseBackup.copy(connection, major(), data, copy);
    copy.write("standby.signal", "");
    String source =
        "host=%s port=%d user=%s password=%s dbname=postgres application_name=%s"
            .formatted(HOST, port, SUPERUSER, PASSWORD, place.slot());
    Map<String, String> lines = Settings.standby(major(), settings, source, place.slot());
    return new Instance(installation, workFolder, place, FreePorts.next(), copy, lines);
  }

  int major() {
    return installation.major();
  }

  int port() {
    return port;
  }

  ServerFolder folder() {
    return folder;
  }

  synchronized void start() {
    if (isAlive()) {
      throw new StackException("[%s] runs already, pid %d".formatted(folder.name(), pid()));
    }
    FreePorts.requireFree(folder.name(), port);
    data.forgetPostmaster();
    data.write(settings);
    postmaster = installation.start(folder.name(), data, folder.log());
  }

  synchronized void stop() {
    if (postmaster != null) {
      postmaster.stop();
      postmaster = null;
    }
  }

  synchronized void kill() {
    if (postmaster != null) {
      postmaster.kill();
      postmaster = null;
    }
  }

  synchronized void abort() {
    if (postmaster != null) {
      postmaster.abort();
      postmaster = null;
    }
  }

  synchronized boolean isAlive() {
    return postmaster != null && postmaster.isAlive();
  }

  synchronized long pid() {
    if (postmaster == null || !postmaster.isAlive()) {
      throw new StackException(
          "[%s] doesn't run; its log is [%s]".formatted(folder.name(), folder.log()));
    }
    return postmaster.pid();
  }

  /** Changes a line of the configuration; a running server has to be told to read it. */
  synchronized void set(String name, String value) {
    settings.put(Settings.requireFree(name), value);
    data.write(settings);
  }

  @Override
  public String toString() {
    return "%s (PostgreSQL %d on port %d)".formatted(folder.name(), major(), port);
  }
}
