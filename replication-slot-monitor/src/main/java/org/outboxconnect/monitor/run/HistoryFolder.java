package org.outboxconnect.monitor.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32;
import org.outboxconnect.monitor.history.HistoryFile;

/** The folder of the history files, one for each server. Immutable. */
final class HistoryFolder {

  private static final int LONGEST_NAME = 100;

  private final Path folder;

  private HistoryFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes the folder if it isn't there, and tries to write into it: better refused now than missed
   * after the next restart.
   *
   * @throws StartException if that fails
   */
  static HistoryFolder at(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, "try-", ".next"));
      return new HistoryFolder(folder);
    } catch (IOException | SecurityException refused) {
      throw new StartException(
          ("Cannot write to history-directory [%s]: %s. [Hint: give the monitor's user the right to"
                  + " write there, or leave the setting out to begin anew at each start]")
              .formatted(folder, refused),
          refused);
    }
  }

  HistoryFile fileOf(String server) {
    return new HistoryFile(folder.resolve(fileName(server)));
  }

  /** Whatever the name of a server is, it stays in the folder and has a file of its own. */
  static String fileName(String server) {
    StringBuilder name = new StringBuilder();
    for (byte letter : server.getBytes(StandardCharsets.UTF_8)) {
      name.append(isPlain(letter) ? Character.toString(letter) : "%" + hex(letter));
    }
    String whole = name.toString();
    return whole.length() <= LONGEST_NAME
        ? whole + ".history"
        : whole.substring(0, LONGEST_NAME) + "%" + checksum(server) + ".history";
  }

  private static boolean isPlain(byte letter) {
    return (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9')
        || letter == '-'
        || letter == '_';
  }

  private static String hex(byte letter) {
    return HexFormat.of().toHexDigits(letter);
  }

  private static String checksum(String server) {
    CRC32 sum = new CRC32();
    sum.update(server.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits(sum.getValue());
  }
}
