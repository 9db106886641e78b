package org.outboxconnect.monitor.command;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder {@code lib} beside the jar. If there are jars in it, the program runs with them on its
 * class path, which {@code java -jar} has no option for.
 */
final class LibFolder {

  /** Names the class loader, so that the program knows that it runs there already. */
  private static final String LOADER = "outbox-monitor-with-lib";

  private LibFolder() {}

  /** Runs the program again with the folder's jars; false if there are none, or it does already. */
  static boolean runsAgain(String[] arguments) {
    if (LOADER.equals(Main.class.getClassLoader().getName())) {
      return false;
    }
    Optional<Path> jar = ownJar();
    List<Path> jars = jar.map(LibFolder::besides).orElse(List.of());
    if (jar.isEmpty() || jars.isEmpty()) {
      return false;
    }
    run(urls(jar.get(), jars), arguments);
    return true;
  }

  private static Optional<Path> ownJar() {
    CodeSource source = Main.class.getProtectionDomain().getCodeSource();
    try {
      return Optional.of(Path.of(source.getLocation().toURI())).filter(Files::isRegularFile);
    } catch (URISyntaxException | IllegalArgumentException noFile) {
      return Optional.empty();
    }
  }

  /** The jars in the folder beside a file, in the order of their names. */
  static List<Path> besides(Path jar) {
    Path folder = jar.resolveSibling("lib");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    } catch (IOException unreadable) {
      throw new IllegalStateException("Cannot list [%s]".formatted(folder), unreadable);
    }
  }

  private static URL[] urls(Path jar, List<Path> jars) {
    List<Path> all = new ArrayList<>(List.of(jar)); // first, so that its own libraries win
    all.addAll(jars);
    return all.stream().map(LibFolder::url).toArray(URL[]::new);
  }

  private static URL url(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void run(URL[] urls, String[] arguments) {
    ClassLoader loader = new URLClassLoader(LOADER, urls, ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(loader); // where JDBC looks for its driver
    try {
      loader
          .loadClass(Main.class.getName())
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments);
    } catch (InvocationTargetException thrown) {
      throw new IllegalStateException("The program failed", thrown.getCause());
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("The program can't be started with lib/", impossible);
    }
  }
}
