package org.outboxconnect.stack.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Command line of a child JVM on the Java of this one. Immutable.
 *
 * <p>By default a child is made for short tests: only the quick compiler, few threads and a small
 * heap. Benchmarks ask for {@link #fullSpeed(boolean) full speed}.
 */
public final class JavaCommand {

  private final String classPath;
  private final String mainClass;
  private final int heapMegabytes;
  private final boolean fullSpeed;
  private final List<String> options;

  private JavaCommand(
      String classPath,
      String mainClass,
      int heapMegabytes,
      boolean fullSpeed,
      List<String> options) {
    this.classPath = classPath;
    this.mainClass = mainClass;
    this.heapMegabytes = heapMegabytes;
    this.fullSpeed = fullSpeed;
    this.options = List.copyOf(options);
  }

  /** Runs a main class from a class path, with at most 256 MB of heap. */
  public static JavaCommand of(String classPath, String mainClass) {
    return new JavaCommand(classPath, mainClass, 256, false, List.of());
  }

  /** Sets the largest heap in megabytes. */
  public JavaCommand heapMegabytes(int megabytes) {
    return new JavaCommand(classPath, mainClass, megabytes, fullSpeed, options);
  }

  /** Leaves compiler and garbage collector to the JVM's own choice. */
  public JavaCommand fullSpeed(boolean fullSpeed) {
    return new JavaCommand(classPath, mainClass, heapMegabytes, fullSpeed, options);
  }

  /** Adds an option of the JVM, for example {@code -Dname=value}. */
  public JavaCommand option(String option) {
    List<String> more = new ArrayList<>(options);
    more.add(option);
    return new JavaCommand(classPath, mainClass, heapMegabytes, fullSpeed, more);
  }

  /** The whole command line, ending with these arguments of the main class. */
  public List<String> arguments(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx%dm".formatted(heapMegabytes));
    if (!fullSpeed) {
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    }
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, mainClass));
    Collections.addAll(command, arguments);
    return command;
  }
}
