package org.outboxconnect.monitor.config;

import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.Entry.Scalar;

/** Reads secrets that are given as such or in a file, and remembers the files. */
final class Secrets {

  private static final String HINT = "\\. \\[Hint: .*";

  private final Problems problems;
  private final List<Watched> files = new ArrayList<>();

  Secrets(Problems problems) {
    this.problems = problems;
  }

  /** A file and what its content has to be. */
  private record Watched(SecretFile file, Predicate<String> fits) {}

  /** The password; one of the two keys has to be there. */
  Supplier<String> password(Section section, Scalar<String> text, Scalar<Path> file) {
    String password = section.find(text);
    SecretFile passwordFile = file(section, file);
    requireOne(section, text, file);
    if (passwordFile == null) {
      String known = password == null ? "" : password;
      return () -> known;
    }
    files.add(new Watched(passwordFile, any -> true));
    return passwordFile;
  }

  /** The URL; one of the two keys has to be there. */
  Supplier<URI> url(Section section, Scalar<URI> text, Scalar<Path> file) {
    URI url = section.find(text);
    SecretFile urlFile = file(section, file);
    requireOne(section, text, file);
    if (urlFile == null) {
      URI known = url == null ? text.shape().standIn() : url;
      return () -> known;
    }
    files.add(new Watched(urlFile, content -> Shapes.webUrl(content.strip()) != null));
    return () -> url(urlFile);
  }

  private static URI url(SecretFile file) {
    URI url = Shapes.webUrl(file.get().strip());
    if (url == null) {
      throw new IllegalStateException(
          "Expected %s in [%s] of setting %s, found another text"
              .formatted(Shapes.WEB_URL.expected(), file.file(), file.setting()));
    }
    return url;
  }

  /** A file that is read by others. */
  Path remembered(Section section, Scalar<Path> key) {
    SecretFile file = new SecretFile(section.pathOf(key), section.get(key));
    files.add(new Watched(file, any -> true));
    return file.file();
  }

  private static @Nullable SecretFile file(Section section, Scalar<Path> key) {
    Path file = section.find(key);
    return file == null ? null : new SecretFile(section.pathOf(key), file);
  }

  private static void requireOne(Section section, Scalar<?> one, Scalar<?> other) {
    if (section.has(one) == section.has(other)) {
      section.problem(
          one,
          "either %s or %s".formatted(one.name(), other.name()),
          section.has(one) ? "both" : "none",
          section.has(one) ? "leave one out" : "add one");
    }
  }

  /** Reads all files now, and reports what would fail when they are needed. */
  void requireReadable() {
    for (Watched watched : files) {
      try {
        if (!watched.fits().test(watched.file().get())) {
          unusable(watched, "another text than " + Shapes.WEB_URL.expected());
        }
      } catch (UncheckedIOException failure) {
        unusable(watched, String.valueOf(failure.getMessage()).replaceFirst(HINT, ""));
      }
    }
  }

  private void unusable(Watched watched, String found) {
    problems.add(
        watched.file().setting(),
        "a file that can be used now",
        found,
        "correct the path, the rights or the content");
  }
}
