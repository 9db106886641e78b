package org.outboxconnect.stack.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * Copies the data of a running server by the low-level backup functions, because {@code
 * pg_basebackup} isn't among the embedded programs. The copy lacks WAL: who starts on it must get
 * that from the source.
 */
final class BaseBackup {

  private static final String LABEL = "standby";

  /** Folders whose content belongs to one running server only. */
  private static final Set<String> EMPTY =
      Set.of(
          "pg_wal",
          "pg_replslot",
          "pg_dynshmem",
          "pg_notify",
          "pg_serial",
          "pg_snapshots",
          "pg_stat_tmp",
          "pg_subtrans");

  private static final Set<String> LEFT_OUT =
      Set.of("postmaster.pid", "postmaster.opts", "standby.signal", "pg_internal.init");

  private BaseBackup() {}

  /**
   * @param connection superuser on the source, used for nothing else meanwhile: closing it would
   *     end the backup
   */
  static void copy(Connection connection, int major, DataFolder from, DataFolder to)
      throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          major < 15
              ? "SELECT pg_start_backup('%s', true, false)".formatted(LABEL)
              : "SELECT pg_backup_start('%s', true)".formatted(LABEL));
      FileTree.copy(from.path(), to.path(), BaseBackup::isWanted);
      try (ResultSet label =
          statement.executeQuery(
              major < 15
                  ? "SELECT labelfile FROM pg_stop_backup(false)"
                  : "SELECT labelfile FROM pg_backup_stop()")) {
        label.next();
        to.write("backup_label", label.getString(1));
      }
    }
  }

  private static boolean isWanted(Path path) {
    boolean inside = path.getNameCount() > 1;
    return !(inside && EMPTY.contains(path.getName(0).toString()))
        && !LEFT_OUT.contains(path.getName(path.getNameCount() - 1).toString());
  }
}
