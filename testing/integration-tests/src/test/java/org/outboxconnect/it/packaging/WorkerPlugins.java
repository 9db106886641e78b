package org.outboxconnect.it.packaging;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A worker's plugin isolation, used in child JVMs on the class path of a Connect version. By
 * reflection, because one class file has to run on all of them.
 */
final class WorkerPlugins {

  private static final List<String> KINDS =
      List.of(
          "sourceConnectors",
          "sinkConnectors",
          "transformations",
          "predicates",
          "converters",
          "headerConverters");

  private final Object plugins;

  /** Scans the plugin path exactly as a worker does when it starts. */
  WorkerPlugins(String pluginPath, String discovery) throws ReflectiveOperationException {
    plugins =
        Class.forName("org.apache.kafka.connect.runtime.isolation.Plugins")
            .getConstructor(Map.class)
            .newInstance(Map.of("plugin.path", pluginPath, "plugin.discovery", discovery));
  }

  List<FoundPlugin> found() throws ReflectiveOperationException {
    List<FoundPlugin> all = new ArrayList<>();
    for (String kind : KINDS) {
      for (Object plugin : (Collection<?>) call(plugins, kind)) {
        all.add(
            new FoundPlugin(
                (String) call(plugin, "className"),
                (String) call(plugin, "version"),
                (String) call(plugin, "location")));
      }
    }
    return all;
  }

  /** The loader that turns class names of connector configurations into classes. */
  ClassLoader loader() throws ReflectiveOperationException {
    return (ClassLoader) call(plugins, "delegatingLoader");
  }

  private static Object call(Object target, String name) throws ReflectiveOperationException {
    Method method = target.getClass().getMethod(name);
    method.setAccessible(true);
    return method.invoke(target);
  }
}
