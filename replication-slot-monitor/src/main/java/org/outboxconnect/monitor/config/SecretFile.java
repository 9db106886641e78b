package org.outboxconnect.monitor.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A secret in a file, read each time it is asked for, so that a new one needs no restart. A line
 * break at the end isn't part of it. Immutable.
 *
 * @param setting the setting that names the file
 * @param file the file
 */
record SecretFile(String setting, Path file) implements Supplier<String> {

  private static final int MOST_BYTES = 64 << 10;

  /**
   * The secret as it is now.
   *
   * @throws UncheckedIOException if the file can't be read, is empty or larger than 64 KiB
   */
  @Override
  public String get() {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      String secret = new String(bytes, StandardCharsets.UTF_8).replaceFirst("\\r?\\n\\z", "");
      if (secret.isEmpty() || bytes.length > MOST_BYTES) {
        throw new IOException(secret.isEmpty() ? "it is empty" : "it is larger than 64 KiB");
      }
      return secret;
    } catch (IOException failure) {
      throw new UncheckedIOException(
          "Cannot read [%s] of setting %s: %s. [Hint: correct the path, the rights or the content]"
              .formatted(file, setting, reason(failure)),
          failure);
    }
  }

  /** The text of the JDK's own exceptions is only the path. */
  private static String reason(IOException failure) {
    return failure.getClass() == IOException.class
        ? String.valueOf(failure.getMessage())
        : failure.getClass().getSimpleName();
  }
}
