package org.outboxconnect.rules;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the documents of the repository claim about it, and what is wrong with that. */
final class Docs {

  /** Programs that a reader has or that the text tells to install. */
  private static final Set<String> KNOWN_PROGRAMS =
      Set.of("mvn", "bash", "git", "cd", "cp", "curl", "psql", "tar", "unzip", "export", "printf");

  private static final Pattern SHELL_BLOCK =
      Pattern.compile("^```bash\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern JAVA_BLOCK =
      Pattern.compile("^```java\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ +(.+)$", Pattern.MULTILINE);
  private static final Pattern TEST_CLASS = Pattern.compile("-D(?:it\\.)?test=(\\w+)");
  private static final Pattern MODULES = Pattern.compile("-pl[ =](\\S+)");
  private static final Pattern PROFILE = Pattern.compile("-P(\\w+)");

  private Docs() {}

  /** The commands of all blocks marked as {@code bash}; a backslash joins lines. */
  static List<String> commands(String markdown) {
    return SHELL_BLOCK
        .matcher(markdown)
        .results()
        .flatMap(block -> block.group(1).replace("\\\n", " ").lines())
        .map(line -> line.replaceFirst("(^|\\s)#.*$", "").strip())
        .filter(line -> !line.isEmpty())
        .toList();
  }

  /** The lines of all blocks marked as {@code java}, without indentation. */
  static List<String> javaLines(String markdown) {
    return groups(JAVA_BLOCK, markdown).flatMap(String::lines).map(String::strip).toList();
  }

  /** What a command names and the repository doesn't have; empty if all is there. */
  static List<String> missing(String command, Path root) {
    return Stream.of(
            program(command, root),
            modules(command),
            profiles(command),
            tests(command),
            files(command, root))
        .flatMap(found -> found)
        .toList();
  }

  private static Stream<String> program(String command, Path root) {
    String program = command.replaceFirst("\\s.*", "");
    boolean known =
        program.startsWith("./")
            ? Files.isExecutable(root.resolve(program))
            : KNOWN_PROGRAMS.contains(program);
    return known ? Stream.empty() : Stream.of("program " + program);
  }

  private static Stream<String> modules(String command) {
    return groups(MODULES, command)
        .flatMap(list -> Arrays.stream(list.split(",")))
        .filter(module -> !Repository.modules().contains(module))
        .map(module -> "module " + module);
  }

  private static Stream<String> profiles(String command) {
    String pom = Repository.read(Repository.ROOT.resolve("pom.xml"));
    return command.startsWith("mvn")
        ? groups(PROFILE, command)
            .filter(profile -> !pom.contains("<id>" + profile + "</id>"))
            .map(profile -> "profile " + profile)
        : Stream.empty();
  }

  private static Stream<String> tests(String command) {
    Set<String> known =
        Repository.testSources().stream().map(SourceFile::className).collect(Collectors.toSet());
    return groups(TEST_CLASS, command)
        .filter(test -> !known.contains(test))
        .map(test -> "test " + test);
  }

  /** Checks words that begin with a folder of the repository; what a build makes needs no check. */
  private static Stream<String> files(String command, Path root) {
    return Arrays.stream(command.split("[\\s=@'\"]+"))
        .filter(word -> word.matches("\\w[\\w.-]*/\\S+") && !word.startsWith("-"))
        .filter(word -> Files.isDirectory(root.resolve(word.substring(0, word.indexOf('/')))))
        .map(word -> word.replaceFirst("/target/.*", ""))
        .filter(word -> !Files.exists(root.resolve(word)))
        .map(word -> "file " + word);
  }

  /** Links of a document that lead to no file, or to no heading of a file. */
  static List<String> brokenLinks(Path document) {
    return groups(LINK, Repository.read(document))
        .filter(link -> !link.matches("(https?|mailto):.*"))
        .filter(link -> !leadsSomewhere(document, link))
        .toList();
  }

  private static boolean leadsSomewhere(Path document, String link) {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
    return Files.exists(target)
        && (parts.length == 1 || anchors(Repository.read(target)).contains(parts[1]));
  }

  /** Names of headings as in links: lower case, blanks as hyphens, no punctuation. */
  static Set<String> anchors(String markdown) {
    return HEADING
        .matcher(markdown)
        .results()
        .map((MatchResult heading) -> heading.group(1).strip().toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static Stream<String> groups(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1));
  }
}
