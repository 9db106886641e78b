package org.outboxconnect.stack.kafka;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A user who logs in by SCRAM-SHA-512 over TLS.
 *
 * @param keyStore what the broker shows: a PEM file of key and certificate
 * @param user name
 * @param password letters and digits only, so that nobody has to quote it
 */
public record ScramLogin(Path keyStore, String user, String password) {

  private static final String MECHANISM = "SCRAM-SHA-512";

  /** Settings of a listener that takes nobody else. */
  Map<String, String> settings(String listener) {
    String prefix = "listener.name." + listener.toLowerCase(Locale.ROOT) + ".";
    return Map.of(
        prefix + "ssl.keystore.type",
        "PEM",
        prefix + "ssl.keystore.location",
        keyStore.toAbsolutePath().toString(),
        prefix + "sasl.enabled.mechanisms",
        MECHANISM,
        prefix + "scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;");
  }

  /** What makes the user when a data folder is formatted. */
  List<String> formatArguments() {
    return List.of("--add-scram", MECHANISM + "=[name=%s,password=%s]".formatted(user, password));
  }
}
