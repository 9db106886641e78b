package org.outboxconnect.monitor.http;

import java.util.Map;

/**
 * Bounds what a client can cost. The JDK's server reads these system properties once, when its
 * classes are loaded, so that they have to be set before; what the operator has set stays.
 */
final class ServerLimits {

  /** By property; times in seconds. */
  static final Map<String, String> DEFAULTS =
      Map.of(
          "sun.net.httpserver.maxReqTime", "10",
          "sun.net.httpserver.maxRspTime", "60",
          "sun.net.httpserver.idleInterval", "60",
          "sun.net.httpserver.maxIdleConnections", "32",
          "jdk.httpserver.maxConnections", "128",
          "sun.net.httpserver.maxReqHeaders", "100",
          "sun.net.httpserver.maxReqHeaderSize", "16384",
          "sun.net.httpserver.drainAmount", "16384",
          "sun.net.httpserver.nodelay", "true");

  private ServerLimits() {}

  static void apply() {
    DEFAULTS.forEach(
        (property, value) -> {
          if (System.getProperty(property) == null) {
            System.setProperty(property, value);
          }
        });
  }
}
