package org.outboxconnect.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A row of a table in the README of connector-configs.
 *
 * @param names what the first cell names in code: keys, with {@code *} for a part, or a file
 * @param cells the other cells, as they are written
 */
record ReadmeRow(List<String> names, List<String> cells) {

  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern LABEL = Pattern.compile(".*\\(([A-Za-z -]+)\\)\\s*");
  private static final Pattern VALUE =
      Pattern.compile("`([^`]+)`|(-?\\d+(?: MiB| KiB| s)?|true|false|none|one day)(?![\\w`])");

  /** All rows below this heading. */
  static List<ReadmeRow> under(String heading) throws IOException {
    String readme = Files.readString(ShippedFiles.path("connector-configs/README.md"));
    int begin = readme.indexOf("\n" + heading + "\n") + 1;
    int end = readme.indexOf("\n## ", begin);
    return readme
        .substring(begin, end < 0 ? readme.length() : end)
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
        .map(cells -> new ReadmeRow(code(cells.get(1)), cells.subList(2, cells.size() - 1)))
        .toList();
  }

  /** What a cell holds in code. */
  static List<String> code(String cell) {
    return CODE.matcher(cell).results().map(code -> code.group(1)).toList();
  }

  boolean names(String key) {
    return names.stream()
        .map(name -> Pattern.compile("\\Q" + name.replace("*", "\\E.*\\Q") + "\\E"))
        .anyMatch(name -> name.matcher(key).matches());
  }

  /** The values in the first cell behind the names, those of the base or those of a variant. */
  Set<Value> values(Optional<String> variant) {
    return Arrays.stream(cells.get(0).split(";", -1))
        .filter(part -> label(part).equals(variant))
        .flatMap(part -> VALUE.matcher(part).results())
        .map(Value::of)
        .collect(Collectors.toSet());
  }

  /** All variants that the first cell behind the names speaks of. */
  Set<String> variants() {
    return Arrays.stream(cells.get(0).split(";", -1))
        .flatMap(part -> label(part).stream())
        .collect(Collectors.toSet());
  }

  private static Optional<String> label(String part) {
    Matcher label = LABEL.matcher(part);
    return label.matches() ? Optional.of(label.group(1)) : Optional.empty();
  }

  /**
   * A value as the page shows it.
   *
   * @param text without backticks
   * @param code whether it had them
   */
  record Value(String text, boolean code) {

    private static Value of(MatchResult found) {
      return found.group(1) == null
          ? new Value(found.group(2), false)
          : new Value(found.group(1), true);
    }

    /** Whether it stands for this value of a file; empty for a key that the file hasn't. */
    boolean shows(Optional<String> value) {
      if (value.isEmpty()) {
        return text.equals("none") && !code;
      }
      String simpleName = value.get().replaceFirst("^(org|io)\\.[\\w.]+\\.", "");
      return code
          ? text.equals(value.get()) || text.equals(simpleName)
          : inTheUnitOfTheKey().equals(value.get());
    }

    private String inTheUnitOfTheKey() {
      String number = text.replaceFirst(" .*", "");
      return switch (text.replaceFirst("^-?\\d+ ?", "")) {
        case "MiB" -> Long.toString(Long.parseLong(number) << 20);
        case "KiB" -> Long.toString(Long.parseLong(number) << 10);
        case "s" -> number + "000";
        case "one day" -> "86400000";
        default -> text;
      };
    }
  }
}
