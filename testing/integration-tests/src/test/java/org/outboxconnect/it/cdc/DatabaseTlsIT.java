package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.stack.connect.ConnectorFile;

/** The packaged connector with the keys that the README adds for TLS, and SCRAM as the login. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class DatabaseTlsIT {

  private static final String OF_THE_RELAY = " WHERE usename = '" + CdcRoad.RELAY + "'";

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @TempDir Path folder;

  @Test
  void should_deliver_over_tls_alone_and_refuse_a_server_that_it_can_not_trust() throws Exception {
    ServerCertificate other = ServerCertificate.of("dns:other.example", folder);
    install(other);
    assertThat(ROAD.texts("SELECT DISTINCT auth_method FROM pg_hba_file_rules"))
        .containsExactly("scram-sha-256");
    assertThat(
            ROAD.texts("SELECT rolpassword FROM pg_authid WHERE rolname = '" + CdcRoad.RELAY + "'"))
        .singleElement()
        .asString()
        .startsWith("SCRAM-SHA-256$");
    assertThat(errors(trusting(other))).isPositive();
    assertThat(errors(trusting(other).with("database.sslmode", "verify-ca"))).isZero();

    ServerCertificate right = ServerCertificate.of("ip:127.0.0.1", folder);
    install(right);
    assertThat(errors(trusting(other))).isPositive();
    ROAD.create(trusting(right));
    ROAD.write(List.of(OutboxEvent.of("Secret", "1", "Happened", "{}")));

    try (TopicReader reader = ROAD.reader("Secret.events")) {
      assertThat(reader.await(1)).hasSize(1);
    }
    assertThat(
            ROAD.texts(
                "SELECT ssl || ' ' || version FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)"
                    + OF_THE_RELAY))
        .isNotEmpty()
        .allMatch(line -> line.matches("true TLSv1\\.[23]"));
    assertThat(ROAD.texts("SELECT pid FROM pg_stat_replication" + OF_THE_RELAY)).hasSize(1);
  }

  private static void install(ServerCertificate certificate) throws Exception {
    certificate.installInto(ROAD.stack().workFolder().path().resolve("postgres-1/data"));
    ROAD.stack().postgres().set("ssl", "on");
  }

  private static int errors(ConnectorFile connector) {
    return ROAD.rest().validate(connector).path("error_count").asInt();
  }

  /** With the lines of the README, and the certificate in place of its path. */
  private ConnectorFile trusting(ServerCertificate server) throws IOException {
    Path root = Files.createTempFile(folder, "root", ".pem");
    Files.writeString(root, server.certificate());
    String readme = Files.readString(CdcRoad.root().resolve("connector-configs/README.md"));
    String chapter = readme.substring(readme.indexOf("\n## TLS and SCRAM\n") + 1);
    List<MatchResult> rows =
        Pattern.compile("^\\| `(database[^`]+)` \\| `([^`]+)` \\|", Pattern.MULTILINE)
            .matcher(chapter.substring(0, chapter.indexOf("\n## ")))
            .results()
            .toList();
    assertThat(rows).hasSize(2);
    ConnectorFile connector = ROAD.packagedConnector();
    for (MatchResult row : rows) {
      String value = row.group(2).startsWith("/etc/outbox/") ? root.toString() : row.group(2);
      connector = connector.with(row.group(1), value);
    }
    return connector;
  }
}
