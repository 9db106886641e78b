package org.outboxconnect.client;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A class loader like that of a service which has this module, jackson-core and little else; it
 * doesn't see the class path of the test.
 */
final class FewLibraries {

  private FewLibraries() {}

  /**
   * Runs a class of this package in such a service.
   *
   * @param libraries beginnings of the names of further jars that the service has
   */
  static String run(Class<? extends Callable<String>> task, String... libraries) throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(urls(libraries), ClassLoader.getPlatformClassLoader())) {
      return ((Callable<?>) loader.loadClass(task.getName()).getConstructor().newInstance())
          .call()
          .toString();
    }
  }

  private static URL[] urls(String... libraries) throws MalformedURLException {
    List<String> jars = new ArrayList<>(Arrays.asList(libraries));
    jars.add("jackson-core-");
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      String name = path.getFileName().toString();
      boolean ours = path.endsWith("client/target/classes") || name.equals("test-classes");
      if (ours || jars.stream().anyMatch(name::startsWith)) {
        urls.add(path.toUri().toURL());
      }
    }
    return urls.toArray(URL[]::new);
  }
}
