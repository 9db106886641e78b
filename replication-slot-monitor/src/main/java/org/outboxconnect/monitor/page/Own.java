package org.outboxconnect.monitor.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * Text of our own that goes into the page as it is.
 *
 * @param text the text
 */
record Own(String text) {

  /** Reads a resource that lies beside this class. */
  static Own read(String name) {
    try (InputStream in = Own.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "The jar lacks [%s]. [Hint: build it anew]".formatted(name));
      }
      return new Own(new String(in.readAllBytes(), UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The text's hash as a content security policy names it. */
  String sha256() {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible); // every JDK has it
    }
  }
}
