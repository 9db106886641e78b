package org.outboxconnect.monitor.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.DuplicateKeyException;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/**
 * Reads a YAML file into maps, lists and texts; every scalar is a text, as it is in the
 * environment. Nothing that the file says can make it large, deep or slow: aliases of collections
 * are refused, and so is what is nested deeper than any setting.
 */
final class YamlFile {

  private static final int MOST_BYTES = 1 << 20;
  private static final int DEEPEST = 20;

  /** The parser's own messages quote the file, which may hold a password. */
  private static final String HINT =
      "indent with blanks, never tabs, and put values into quotes that begin with one of"
          + " * & ! | > % @ ` or hold a colon or # beside a blank";

  private final String name;
  private final Problems problems;

  YamlFile(Path file, Problems problems) {
    this.name = file.toString();
    this.problems = problems;
  }

  /** What the file holds; null if that can't be read, which has been reported then. */
  static @Nullable Object read(Path file, Problems problems) {
    return new YamlFile(file, problems).parsed(file);
  }

  private @Nullable Object parsed(Path file) {
    String text = text(file);
    if (text == null) {
      return null;
    }
    LoadSettings settings =
        LoadSettings.builder()
            .setSchema(new FailsafeSchema())
            .setTagConstructors(Map.of(Tag.NULL, nothing -> "")) // the schema has none
            .setMaxAliasesForCollections(0)
            .setAllowDuplicateKeys(false)
            .setLabel(name)
            .build();
    try {
      return isTooDeep(text, settings) ? null : new Load(settings).loadFromString(text);
    } catch (DuplicateKeyException twice) {
      problems.add(name, "each key once", "one for the second time" + at(twice), "remove one");
    } catch (YamlEngineException wrong) {
      problems.add(name, "YAML without aliases of collections", "a mistake" + at(wrong), HINT);
    }
    return null;
  }

  private @Nullable String text(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        problems.add(name, "at most 1 MiB", "more", "see whether that is the right file");
        return null;
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException binary) {
      problems.add(name, "a text in UTF-8", "other bytes", "see whether that is the right file");
    } catch (IOException unreadable) {
      String found = unreadable.getClass().getSimpleName();
      problems.add(name, "a file that can be read", found, "correct the path or the rights");
    }
    return null;
  }

  private boolean isTooDeep(String text, LoadSettings settings) {
    int depth = 0;
    for (Event event : new Parse(settings).parseString(text)) {
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        default -> {}
      }
      if (depth > DEEPEST) {
        String place = event.getStartMark().map(YamlFile::at).orElse("");
        problems.add(name, "at most %d levels".formatted(DEEPEST), "more" + place, HINT);
        return true;
      }
    }
    return false;
  }

  private static String at(YamlEngineException failure) {
    return failure instanceof MarkedYamlEngineException marked
        ? marked.getProblemMark().map(YamlFile::at).orElse("")
        : "";
  }

  private static String at(Mark mark) {
    return " at line %d, column %d".formatted(mark.getLine() + 1, mark.getColumn() + 1);
  }
}
