package org.outboxconnect.monitor.watch;

import static java.util.Objects.requireNonNull;

import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How to reach one server.
 *
 * @param url JDBC URL without user, password and without the settings that keep the monitor
 *     harmless, which are not to be chosen
 * @param user role to log in as; {@code pg_monitor} shows everything
 * @param password asked at each connection attempt, so that a changed one needs no restart
 */
public record ServerAccess(String url, String user, Supplier<String> password) {

  /** In a URL they would win over ours. */
  private static final Pattern RESERVED =
      Pattern.compile(
          "[?&](user|password|options|ApplicationName|connectTimeout|loginTimeout|socketTimeout"
              + "|tcpKeepAlive|replication)=");

  /** Refuses a URL that is not PostgreSQL's, or that sets what the monitor must set itself. */
  public ServerAccess {
    requireNonNull(user, "user");
    requireNonNull(password, "password");
    if (!url.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException(
          "Expected a URL that begins with jdbc:postgresql:, found another one of %d characters"
              .formatted(url.length()));
    }
    Matcher reserved = RESERVED.matcher(url);
    if (reserved.find()) {
      throw new IllegalArgumentException(
          "The URL of a server sets [%s], which the monitor sets itself. [Hint: leave it out]"
              .formatted(reserved.group(1)));
    }
  }

  /** The URL's host, port and database; never a secret. */
  @Override
  public String toString() {
    return url.replaceFirst("\\?.*", "");
  }
}
