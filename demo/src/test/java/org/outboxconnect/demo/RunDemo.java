package org.outboxconnect.demo;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One run of the demo inside this JVM, and what it printed.
 *
 * @param exitCode what the script would exit with
 * @param out standard output
 * @param err error output
 */
record RunDemo(ExitCode exitCode, String out, String err) {

  private static final Pattern FIELD = Pattern.compile("(\\w+)=([0-9]+)\\b");

  static RunDemo with(DemoParts parts, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ExitCode exitCode = new Demo(parts, stream(out), stream(err)).run(arguments);
    return new RunDemo(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** A whole number of the result line. */
  long count(String field) {
    Map<String, String> fields =
        FIELD
            .matcher(out)
            .results()
            .collect(Collectors.toMap(match -> match.group(1), RunDemo::value));
    if (!fields.containsKey(field)) {
      throw new AssertionError("No field [%s]: %s%n%s".formatted(field, out, err));
    }
    return Long.parseLong(fields.get(field));
  }

  private static String value(MatchResult match) {
    return match.group(2);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
