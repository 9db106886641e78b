package org.outboxconnect.rules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** What a module shows to others, as lines of text. */
final class PublicApi {

  /** What others compile against: here each member is a promise, elsewhere only the type. */
  private static final Set<String> WITH_MEMBERS =
      Set.of("schema", "client", "smt-extensions", "connect-plugin", "operations");

  private PublicApi() {}

  /** Public types in order, with their public and protected members if the module is published. */
  static List<String> lines(String module, JavaClasses classes) {
    return WITH_MEMBERS.contains(module) ? typesAndMembers(classes) : types(classes);
  }

  private static List<String> types(JavaClasses classes) {
    return publicTypes(classes).filter(JavaClass::isTopLevelClass).map(JavaClass::getName).toList();
  }

  private static List<String> typesAndMembers(JavaClasses classes) {
    return publicTypes(classes).flatMap(PublicApi::withMembers).toList();
  }

  private static Stream<JavaClass> publicTypes(JavaClasses classes) {
    return classes.stream()
        .filter(
            type -> !type.getPackageName().contains(".internal")) // public for the compiler only
        .filter(PublicApi::isVisible)
        .sorted(Comparator.comparing(JavaClass::getName));
  }

  private static boolean isVisible(JavaClass type) {
    boolean visible =
        type.getModifiers().contains(JavaModifier.PUBLIC)
            || (type.getEnclosingClass().isPresent()
                && type.getModifiers().contains(JavaModifier.PROTECTED));
    Optional<JavaClass> outer = type.getEnclosingClass();
    return visible && outer.map(PublicApi::isVisible).orElse(true);
  }

  /** By the JDK's own tool, which needs none of the libraries that the class uses. */
  private static Stream<String> withMembers(JavaClass type) {
    String file = Path.of(type.getSource().orElseThrow().getUri()).toString();
    StringWriter printed = new StringWriter();
    int result =
        ToolProvider.findFirst("javap")
            .orElseThrow(() -> new AssertionError("This Java has no javap. [Hint: use a JDK]"))
            .run(
                new PrintWriter(printed),
                new PrintWriter(printed),
                "-protected",
                "-constants",
                file);
    List<String> lines = printed.toString().lines().toList();
    if (result != 0 || lines.size() < 3) {
      throw new AssertionError("javap of [%s] has printed %s".formatted(file, lines));
    }
    // "Compiled from …", the type with its brace, the members, the closing brace.
    Stream<String> members = lines.subList(2, lines.size() - 1).stream().sorted();
    return Stream.concat(Stream.of(lines.get(1).replace(" {", "")), members);
  }
}
