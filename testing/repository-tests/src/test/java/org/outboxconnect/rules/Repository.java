package org.outboxconnect.rules;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The checked-out repository: its Maven modules, their class files and their test sources. */
final class Repository {

  static final Path ROOT = Path.of(System.getProperty("outbox.root", "../..")).normalize();

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private static final Map<String, JavaClasses> IMPORTED = new ConcurrentHashMap<>();

  private Repository() {}

  /** Every module of the root POM, so that a new one cannot be forgotten here. */
  static List<String> modules() {
    return MODULE
        .matcher(read(ROOT.resolve("pom.xml")))
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }

  /** A property of the root POM. */
  static String property(String name) {
    return Pattern.compile("<%1$s>([^<]*)</%1$s>".formatted(Pattern.quote(name)))
        .matcher(read(ROOT.resolve("pom.xml")))
        .results()
        .map((MatchResult match) -> match.group(1))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No property [%s] in the root POM".formatted(name)));
  }

  static List<String> modulesWithMainCode() {
    return modules().stream()
        .filter(module -> !javaFiles(ROOT.resolve(module).resolve("src/main/java")).isEmpty())
        .toList();
  }

  /** The compiled main code of one module, never empty. */
  static JavaClasses mainClasses(String module) {
    return IMPORTED.computeIfAbsent(module, Repository::importMainClasses);
  }

  private static JavaClasses importMainClasses(String module) {
    Path folder = ROOT.resolve(module).resolve("target/classes");
    JavaClasses classes =
        new ClassFileImporter().withImportOption(Repository::isWritten).importPath(folder);
    if (classes.isEmpty()) {
      throw new AssertionError(
          ("No class files in [%s], so no rule can be checked on module [%s]. [Hint: build it"
                  + " first: mvn verify -pl testing/repository-tests -am]")
              .formatted(folder, module));
    }
    return classes;
  }

  /** What JMH generates keeps no rule of ours. */
  private static boolean isWritten(Location location) {
    return !location.contains("/jmh_generated/");
  }

  /** The test sources of all modules, read as text: some are compiled only after these rules. */
  static List<SourceFile> testSources() {
    return sources("src/test/java").toList();
  }

  /** All files with one of these extensions, except what builds make. */
  static List<Path> files(String... extensions) {
    Pattern wanted = Pattern.compile(".*\\.(" + String.join("|", extensions) + ")");
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(ROOT, new Collector(wanted, found));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list [%s]".formatted(ROOT), e);
    }
    return found;
  }

  private static final class Collector extends SimpleFileVisitor<Path> {

    private final Pattern wanted;
    private final List<Path> found;

    Collector(Pattern wanted, List<Path> found) {
      this.wanted = wanted;
      this.found = found;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      boolean skipped = Set.of("target", ".git").contains(folder.getFileName().toString());
      return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (wanted.matcher(file.getFileName().toString()).matches()) {
        found.add(file);
      }
      return FileVisitResult.CONTINUE;
    }
  }

  private static Stream<SourceFile> sources(String folder) {
    return modules().stream()
        .flatMap(module -> javaFiles(ROOT.resolve(module).resolve(folder)).stream())
        .map(file -> new SourceFile(ROOT.relativize(file).toString(), read(file)));
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read [%s]".formatted(file), e);
    }
  }

  private static List<Path> javaFiles(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list [%s]".formatted(folder), e);
    }
  }
}
