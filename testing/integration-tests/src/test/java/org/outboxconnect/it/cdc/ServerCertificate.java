package org.outboxconnect.it.cdc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A certificate that vouches for itself, and its key.
 *
 * @param certificate PEM
 * @param key PEM, PKCS #8 without password
 */
record ServerCertificate(String certificate, String key) {

  private static final String PASSWORD = "changeit";

  /**
   * Makes one with the JDK's keytool.
   *
   * @param name for example {@code ip:127.0.0.1} or {@code dns:db.example}
   */
  static ServerCertificate of(String name, Path folder) throws Exception {
    Path file = folder.resolve("store-" + name.replaceAll("[^a-z0-9]", "-") + ".p12");
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "server",
                    "-keyalg",
                    "EC",
                    "-dname",
                    "CN=server",
                    "-ext",
                    "san=" + name,
                    "-validity",
                    "2",
                    "-storetype",
                    "PKCS12",
                    "-storepass",
                    PASSWORD,
                    "-keystore",
                    file.toString()))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor()).as(Files.readString(folder.resolve("keytool.log"))).isZero();
    KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    return new ServerCertificate(
        pem("CERTIFICATE", store.getCertificate("server").getEncoded()),
        pem("PRIVATE KEY", store.getKey("server", PASSWORD.toCharArray()).getEncoded()));
  }

  /** Both in one file, as a Kafka broker reads them. */
  Path storeIn(Path folder) throws IOException {
    return Files.writeString(folder.resolve("broker.pem"), key + certificate);
  }

  /** Puts both where PostgreSQL looks for them, with the rights that it demands. */
  void installInto(Path data) throws Exception {
    Path keyFile = data.resolve("server.key");
    Files.writeString(data.resolve("server.crt"), certificate);
    Files.writeString(keyFile, key);
    Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("rw-------"));
    Files.setOwner(keyFile, Files.getOwner(data));
    Files.setOwner(data.resolve("server.crt"), Files.getOwner(data));
  }

  private static String pem(String what, byte[] content) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(
            what, Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content));
  }
}
