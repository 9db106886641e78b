package org.outboxconnect.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The code that the README of this module shows, as its readers copy it. */
final class Readme {

  static final Path ROOT = Path.of(System.getProperty("outbox.root"));

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```$");

  private Readme() {}

  /** One block of code. */
  record Block(String language, String code) {}

  static String text() {
    try {
      return Files.readString(ROOT.resolve("schema/README.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All blocks that are marked with a language, in their order. */
  static List<Block> blocks() {
    return BLOCK
        .matcher(text())
        .results()
        .map(found -> new Block(found.group(1), found.group(2)))
        .toList();
  }

  /** The only block of a language. */
  static String theBlock(String language) {
    List<Block> found =
        blocks().stream().filter(block -> block.language().equals(language)).toList();
    if (found.size() != 1) {
      throw new AssertionError("Expected one block of %s, found %s".formatted(language, found));
    }
    return found.get(0).code();
  }
}
