package org.outboxconnect.it.packaging;

import java.util.List;

/** Main class of a child JVM: scans a plugin path and prints what it found, one plugin a line. */
final class PluginScan {

  static final String LOADED = "loaded";

  private PluginScan() {}

  /**
   * Prints every plugin; then, for each class that is asked for, where a connector would get it
   * from, with {@link #LOADED} in the place of the version.
   *
   * @param args plugin path, discovery mode, classes to load
   */
  public static void main(String[] args) throws ReflectiveOperationException {
    WorkerPlugins plugins = new WorkerPlugins(args[0], args[1]);
    plugins.found().forEach(plugin -> System.out.println(plugin.line()));
    for (String name : List.of(args).subList(2, args.length)) {
      Class<?> type = Class.forName(name, true, plugins.loader());
      String place = type.getProtectionDomain().getCodeSource().getLocation().toString();
      System.out.println(new FoundPlugin(name, LOADED, place).line());
    }
  }
}
