package org.outboxconnect.monitor.history;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Keeps the history of one server in a small file, so that a restart of the monitor doesn't cost a
 * day of load. Written anew as a whole and put in place in one step; a file that is damaged or of
 * another version is left out with a warning, and the history begins anew.
 */
public final class HistoryFile {

  private static final Logger LOG = System.getLogger(HistoryFile.class.getName());
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;
  private static final long MOST_BYTES = 4L << 20;

  private final Path file;

  /** In an existing folder; the file itself need not exist. */
  public HistoryFile(Path file) {
    this.file = file;
  }

  /**
   * Replaces the file; does nothing before the first look.
   *
   * @throws IOException if it can't be written; the old one is still there
   */
  public void save(ServerHistory history) throws IOException {
    Optional<KeptHistory> kept = history.kept();
    if (kept.isPresent()) {
      Path next = file.resolveSibling(file.getFileName() + ".next");
      Files.write(next, encoded(kept.get()));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** The history to go on with; a new one if there is no file that can be used. */
  public ServerHistory load() {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new IOException("Expected at most %d bytes".formatted(MOST_BYTES));
      }
      return ServerHistory.restored(decoded(Files.readAllBytes(file)));
    } catch (NoSuchFileException first) {
      return new ServerHistory();
    } catch (IOException | RuntimeException damaged) {
      LOG.log(Level.WARNING, "History file [{0}] is left out: {1}", file, damaged.toString());
      return new ServerHistory();
    }
  }

  private static byte[] encoded(KeptHistory kept) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    kept.write(new DataOutputStream(body));
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(whole);
    out.writeInt(VERSION);
    out.writeLong(checksum(body.toByteArray()));
    out.write(body.toByteArray());
    return whole.toByteArray();
  }

  private static KeptHistory decoded(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int version = in.readInt();
    if (version != VERSION) {
      throw new IOException("Expected version %d, found %d".formatted(VERSION, version));
    }
    if (in.readLong() != checksum(Arrays.copyOfRange(bytes, HEADER_BYTES, bytes.length))) {
      throw new IOException("Its checksum is wrong");
    }
    return KeptHistory.read(in);
  }

  private static long checksum(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return sum.getValue();
  }
}
