package org.outboxconnect.monitor.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into a resource. */
final class Version implements IVersionProvider {

  private static final String RESOURCE = "monitor-version.properties";

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"replication-slot-monitor " + number()};
  }

  /**
   * The version's number.
   *
   * @throws IOException if the resource is missing or wasn't filled in, which no build lets pass
   */
  static String number() throws IOException {
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IOException("Expected the resource [%s], found none".formatted(RESOURCE));
      }
      Properties properties = new Properties();
      properties.load(in);
      String version = properties.getProperty("version", "");
      if (!version.matches("\\d.*")) {
        throw new IOException("Expected a version in [%s], found none".formatted(RESOURCE));
      }
      return version;
    }
  }
}
