package org.outboxconnect.it.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.connect.ConnectorFile;

/** Two services on one worker and one database, edited as the table of the README says. */
@Tag("ci")
@DisplayNameGeneration(ReplaceUnderscores.class)
class TwoServicesIT {

  private static final List<String> SERVICES = List.of("orders", "billing");
  private static final int EVENTS = 20;

  @RegisterExtension static final CdcRoad ROAD = new CdcRoad();

  @Test
  void should_relay_each_outbox_to_its_own_topics_when_only_the_keys_of_the_readme_differ()
      throws Exception {
    for (String service : SERVICES) {
      createOutbox(service);
      ROAD.create(connector(service));
    }
    for (int n = 0; n < EVENTS; n++) {
      for (String service : SERVICES) {
        write(service, n);
      }
    }

    for (String service : SERVICES) {
      try (TopicReader reader = ROAD.reader(service + ".events")) {
        assertThat(reader.await(EVENTS))
            .extracting(TopicReader::value)
            .containsExactlyElementsOf(
                IntStream.range(0, EVENTS).mapToObj(Integer::toString).toList());
      }
      assertThat(ROAD.rest().status(service).running()).isTrue();
      assertThat(ROAD.texts("SELECT id FROM " + service + "_outbox")).isEmpty();
    }
  }

  /** So that the test above edits what the README lists, and nothing was left unread. */
  @Test
  void should_be_the_keys_that_name_something_of_the_outbox_when_the_table_is_read()
      throws IOException {
    assertThat(keys("orders"))
        .containsOnlyKeys(
            "name", "topic.prefix", "publication.name", "slot.name", "table.include.list")
        .allSatisfy((key, value) -> assertThat(value).contains("orders"));
  }

  private static void createOutbox(String service) throws Exception {
    try (Connection owner = ROAD.superuser();
        Statement statement = owner.createStatement()) {
      statement.execute(
          "SELECT outbox_create('sales', '%1$s_outbox', '%1$s', '%1$s')".formatted(service));
      statement.execute("SET outbox.table_name = '%s_outbox'".formatted(service));
      statement.execute("SET outbox.slot_name = '%s'".formatted(service));
      statement.execute("SET outbox.publication_name = '%s'".formatted(service));
      SchemaScripts.ADMIN.apply(owner);
    }
  }

  private static ConnectorFile connector(String service) throws IOException {
    ConnectorFile connector = ROAD.packagedConnector();
    for (Map.Entry<String, String> key : keys(service).entrySet()) {
      connector =
          key.getKey().equals("name")
              ? connector.named(key.getValue())
              : connector.with(key.getKey(), key.getValue());
    }
    return connector;
  }

  /** The last column of the table by its first, for another service than the one it shows. */
  private static Map<String, String> keys(String service) throws IOException {
    String readme = Files.readString(CdcRoad.root().resolve("connector-configs/README.md"));
    String chapter = readme.substring(readme.indexOf("\n## Several services\n") + 1);
    Map<String, String> keys = new LinkedHashMap<>();
    Pattern.compile("^\\| `([^`]+)`[^|]*\\| `[^`]+` \\| `([^`]+)` \\|$", Pattern.MULTILINE)
        .matcher(chapter.substring(0, chapter.indexOf("\n## ")))
        .results()
        .forEach(
            (MatchResult row) -> keys.put(row.group(1), row.group(2).replace("orders", service)));
    return keys;
  }

  private static void write(String service, int number) throws Exception {
    OutboxWriter writer = OutboxWriter.builder().table(service + "_outbox").build();
    try (Connection connection = ROAD.service()) {
      writer.append(connection, OutboxEvent.of(service, "1", "Happened", "" + number));
      connection.commit();
    }
  }
}
