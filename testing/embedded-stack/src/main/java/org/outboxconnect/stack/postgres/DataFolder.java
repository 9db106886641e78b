package org.outboxconnect.stack.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The files of one server: made from a template, configured by one file of our own. */
final class DataFolder {

  private static final String SETTINGS_FILE = "stack.conf";

  private final Path path;

  private DataFolder(Path path) {
    this.path = path;
  }

  /** Fills a new folder with a fresh cluster. */
  static DataFolder create(
      Path path, PostgresBinaries binaries, RunAs runAs, SharedCache cache, String password)
      throws IOException {
    Path template =
        cache.get(
            binaries.name() + "-data", folder -> initialise(folder, binaries, runAs, password));
    DataFolder folder = empty(path);
    FileTree.copy(template.resolve("data"), path, file -> true);
    return folder;
  }

  /** Makes an empty folder with the rights that PostgreSQL demands. */
  static DataFolder empty(Path path) throws IOException {
    Files.createDirectory(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    return new DataFolder(path);
  }

  Path path() {
    return path;
  }

  /** Replaces all settings that differ from PostgreSQL's own. */
  void write(Map<String, String> settings) {
    String lines =
        settings.entrySet().stream()
            .map(each -> "%s = '%s'\n".formatted(each.getKey(), quoted(each.getValue())))
            .collect(Collectors.joining());
    write(SETTINGS_FILE, lines);
  }

  void write(String file, String text) {
    try {
      Files.writeString(path.resolve(file), text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Forgets a postmaster that was killed. Without this a new process that happens to have got its
   * pid would be taken for it, and the start refused.
   */
  void forgetPostmaster() {
    try {
      Files.deleteIfExists(path.resolve("postmaster.pid"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Tells whether this postmaster says that it accepts connections, as primary or standby. */
  boolean isReady(long pid) {
    List<String> lines = postmasterLines();
    return lines.size() >= 8
        && lines.get(0).equals(String.valueOf(pid))
        && (lines.get(7).startsWith("ready") || lines.get(7).startsWith("standby"));
  }

  /** Lines of {@code postmaster.pid}, or none. The seventh is "key id" of the shared memory. */
  List<String> postmasterLines() {
    try {
      return Files.readAllLines(path.resolve("postmaster.pid"));
    } catch (IOException notThereYet) {
      return List.of();
    }
  }

  private static void initialise(
      Path folder, PostgresBinaries binaries, RunAs runAs, String password) throws IOException {
    Path passwordFile = Files.writeString(folder.resolve("password"), password);
    runAs.own(folder);
    Path data = folder.resolve("data");
    Command.run(
        runAs.command(
            List.of(
                binaries.program("initdb"),
                "--pgdata=" + data,
                "--username=postgres",
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C")),
        folder);
    Path conf = data.resolve("postgresql.conf");
    String own = "\ninclude '%s'\n".formatted(SETTINGS_FILE);
    Files.writeString(conf, Files.readString(conf) + own);
  }

  private static String quoted(String value) {
    return value.replace("\\", "\\\\").replace("'", "''");
  }
}
