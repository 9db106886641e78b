package org.outboxconnect.smt.internal.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The version that our plugins report to Connect. It comes from a resource that the build fills in;
 * a jar without it doesn't report a guess but fails, and the build's tests with it.
 */
public final class PluginVersion {

  private static final String RESOURCE = "/org/outboxconnect/smt/version.properties";

  private PluginVersion() {}

  /** The version of this jar. */
  public static String current() {
    return Holder.CURRENT;
  }

  /** Reads the resource on the first call, so that loading a plugin class does no work. */
  private static final class Holder {
    private static final String CURRENT = read(PluginVersion.class.getResourceAsStream(RESOURCE));
  }

  static String read(@Nullable InputStream resource) {
    if (resource == null) {
      throw unusable("is missing");
    }
    Properties properties = new Properties();
    try (resource) {
      properties.load(resource);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + RESOURCE, e);
    }
    String version = properties.getProperty("version", "");
    if (version.isBlank()) {
      throw unusable("holds no version");
    }
    if (version.contains("${")) {
      throw unusable("was packed unfiltered");
    }
    return version;
  }

  private static IllegalStateException unusable(String finding) {
    return new IllegalStateException(
        "Resource [%s] %s. [Hint: build the jar with Maven, which filters it]"
            .formatted(RESOURCE.substring(1), finding));
  }
}
