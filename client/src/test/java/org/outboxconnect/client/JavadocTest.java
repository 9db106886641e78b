package org.outboxconnect.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever uses the module reads its Javadoc; the compiler checks that it is there and whole. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class JavadocTest {

  private static final Path SOURCES =
      Path.of(System.getProperty("outbox.root"), "client/src/main/java");
  // Tags that would only repeat the signature are left out on purpose; comments are not.
  private static final List<String> LEFT_OUT =
      List.of("no @param", "no @return", "no @throws", "use of default constructor");

  @TempDir Path output;

  @Test
  void should_document_all_public_types_and_members() throws IOException {
    assertThat(complaints(javaFiles(SOURCES))).isEmpty();
  }

  @Test
  void should_complain_about_a_comment_that_is_missing_or_leads_nowhere() throws IOException {
    Path source = output.resolve("Bare.java");
    Files.writeString(
        source,
        """
        public class Bare {
          public void silent() {}
          /** See {@link Nowhere}. */
          public void lost() {}
          void nobodysBusiness() {}
        }
        """);

    assertThat(complaints(List.of(source)))
        .anyMatch(line -> line.contains("Bare.java:1: no comment"))
        .anyMatch(line -> line.contains("Bare.java:2: no comment"))
        .anyMatch(line -> line.contains("Bare.java:3: reference not found"))
        .noneMatch(line -> line.contains("Bare.java:5"));
  }

  private List<String> complaints(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(found, Locale.ROOT, null)) {
      List<String> options =
          List.of("-Xdoclint:all/protected", "-proc:none", "-d", output.toString());
      compiler
          .getTask(null, manager, found, options, null, manager.getJavaFileObjectsFromPaths(files))
          .call();
    }
    return found.getDiagnostics().stream()
        .map(JavadocTest::line)
        .filter(line -> LEFT_OUT.stream().noneMatch(line::contains))
        .toList();
  }

  private static String line(Diagnostic<? extends JavaFileObject> complaint) {
    JavaFileObject source = complaint.getSource();
    return "%s:%d: %s"
        .formatted(
            source == null ? "" : Path.of(source.toUri()).getFileName(),
            complaint.getLineNumber(),
            complaint.getMessage(Locale.ROOT));
  }

  private static List<Path> javaFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}
