package org.outboxconnect.it.packaging;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.outboxconnect.stack.process.ChildProcess;
import org.outboxconnect.stack.process.JavaCommand;
import org.outboxconnect.stack.process.WorkFolder;

/**
 * A plugin path that a test fills, and child JVMs that look at it with the classes of a worker.
 * Nothing of the archives is on their class path unless a test puts it there.
 */
final class PluginPath implements AutoCloseable {

  private static final Path ROOT = Path.of(System.getProperty("outbox.root"));
  private static final String VERSION = System.getProperty("outbox.version");
  private static final Duration CHILD = Duration.ofMinutes(5);

  private final WorkFolder work = WorkFolder.create();
  private final Path path = work.folder("plugins");
  private final List<Path> workerLibs = new ArrayList<>();

  Path path() {
    return path;
  }

  /** Unpacks {@code outbox-connect} or {@code outbox-connect-slim} into a folder of the path. */
  Path unpack(String archive, String folder) {
    Path target = work.folder("plugins/" + folder);
    Path file =
        ROOT.resolve("connect-plugin/target/%s-%s.tar.gz".formatted(archive, VERSION)).normalize();
    run("tar", List.of("tar", "-xzf", file.toString(), "-C", target.toString()));
    return target.resolve(archive + "-" + VERSION);
  }

  /** How Connect names a plugin folder. */
  static String location(Path folder) {
    try {
      return folder.toUri().toURL().toString();
    } catch (MalformedURLException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Copies a jar into the worker's own class path. */
  void addToWorkerLibs(Path jar) throws IOException {
    workerLibs.add(Files.copy(jar, work.folder("libs").resolve(jar.getFileName())));
  }

  /** Takes the service manifests out of a jar. */
  static void removeManifests(Path jar) throws IOException {
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      for (Path manifest : list(zip.getPath("META-INF", "services"))) {
        Files.delete(manifest);
      }
    }
  }

  /** Every class that the jars of a folder offer to a worker, by their service manifests. */
  static Set<String> offeredPlugins(Path folder) throws IOException {
    Set<String> offered = new TreeSet<>();
    for (Path jar : jars(folder)) {
      try (FileSystem zip = FileSystems.newFileSystem(jar)) {
        Path services = zip.getPath("META-INF", "services");
        for (Path manifest : Files.exists(services) ? list(services) : List.<Path>of()) {
          offered.addAll(connectPlugins(manifest));
        }
      }
    }
    return offered;
  }

  private static List<String> connectPlugins(Path manifest) throws IOException {
    return manifest.getFileName().toString().startsWith("org.apache.kafka.connect.")
        ? Files.readAllLines(manifest).stream()
            .map(line -> line.replaceFirst("#.*", "").strip())
            .filter(name -> !name.isEmpty())
            .toList()
        : List.of();
  }

  List<FoundPlugin> scan(String connect, String discovery, String... load) {
    List<String> arguments = new ArrayList<>(List.of(path.toString(), discovery));
    arguments.addAll(List.of(load));
    return runMain(connect, PluginScan.class, arguments)
        .flatMap(line -> FoundPlugin.ofLine(line).stream())
        .toList();
  }

  List<String> sendThroughHeaderStep(String connect) {
    return runMain(connect, HeaderStep.class, List.of(path.toString())).toList();
  }

  List<String> checkKeys(String connect, List<Path> connectorFiles) {
    List<String> arguments = new ArrayList<>(List.of(path.toString()));
    connectorFiles.forEach(file -> arguments.add(file.toString()));
    return runMain(connect, KnownKeys.class, arguments).toList();
  }

  static List<Path> jars(Path folder) throws IOException {
    return list(folder).stream().filter(file -> file.toString().endsWith(".jar")).toList();
  }

  static List<Path> ourJars(Path folder) throws IOException {
    return jars(folder).stream()
        .filter(jar -> jar.getFileName().toString().startsWith("outbox-"))
        .toList();
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private Stream<String> runMain(String connect, Class<?> main, List<String> arguments) {
    String[] texts = arguments.toArray(String[]::new);
    return run(
        "connect-" + connect, JavaCommand.of(classPath(connect), main.getName()).arguments(texts));
  }

  private Stream<String> run(String name, List<String> command) {
    ChildProcess child = ChildProcess.start(name, command, Map.of(), path, work.log(name));
    try {
      if (!child.awaitExit(CHILD) || child.exitCode().orElse(-1) != 0) {
        throw new AssertionError(
            "[%s] ended with %s: %s".formatted(name, child.exitCode(), child.logTail(40)));
      }
      return Files.readAllLines(child.logFile()).stream();
    } catch (IOException failure) {
      throw new AssertionError("[%s] left no log".formatted(name), failure);
    } finally {
      child.kill();
    }
  }

  private String classPath(String connect) {
    try {
      Path runtime =
          ROOT.resolve(
              "testing/embedded-stack/runtimes/connect-%s/target/classpath".formatted(connect));
      Path ourMains =
          Path.of(PluginScan.class.getProtectionDomain().getCodeSource().getLocation().getPath());
      return Stream.of(
              workerLibs.stream().map(Path::toString),
              Stream.of(Files.readString(runtime).strip(), ourMains.toString()))
          .flatMap(entries -> entries)
          .collect(Collectors.joining(File.pathSeparator));
    } catch (IOException notBuilt) {
      throw new AssertionError("No class path of Connect [%s]".formatted(connect), notBuilt);
    }
  }

  @Override
  public void close() {
    work.close();
  }
}
