package org.outboxconnect.it.cdc;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.outboxconnect.client.OutboxEvent;
import org.outboxconnect.client.OutboxWriter;
import org.outboxconnect.schema.SchemaScripts;
import org.outboxconnect.stack.connect.ConnectorFile;

/**
 * A service that shares worker and database with others, as the README of connector-configs tells.
 *
 * @param road servers
 * @param name of the connector, and what the outbox is named after
 */
record Service(CdcRoad road, String name) {

  /** Makes the outbox with slot and publication. */
  void createOutbox() throws Exception {
    try (Connection owner = road.superuser();
        Statement statement = owner.createStatement()) {
      statement.execute(
          "SELECT outbox_create('sales', '%1$s_outbox', '%1$s', '%1$s')".formatted(name));
      statement.execute("SET outbox.table_name = '%s_outbox'".formatted(name));
      statement.execute("SET outbox.slot_name = '%s'".formatted(name));
      statement.execute("SET outbox.publication_name = '%s'".formatted(name));
      SchemaScripts.ADMIN.apply(owner);
    }
  }

  /** The packaged connector with the keys of the README. */
  ConnectorFile connector() throws IOException {
    return with(keys());
  }

  /** The same, but for one key that is as the packaged file has it. */
  ConnectorFile connectorWithout(String key) throws IOException {
    Map<String, String> keys = keys();
    keys.remove(key);
    return with(keys);
  }

  private ConnectorFile with(Map<String, String> keys) {
    ConnectorFile connector = road.packagedConnector();
    for (Map.Entry<String, String> key : keys.entrySet()) {
      connector =
          key.getKey().equals("name")
              ? connector.named(key.getValue())
              : connector.with(key.getKey(), key.getValue());
    }
    return connector;
  }

  /** The third column of the table by its first, for another service than the one it shows. */
  Map<String, String> keys() throws IOException {
    String readme = Files.readString(CdcRoad.root().resolve("connector-configs/README.md"));
    String chapter = readme.substring(readme.indexOf("\n## Several services\n") + 1);
    Map<String, String> keys = new LinkedHashMap<>();
    Pattern.compile("^\\| `([^`]+)`[^|]*\\| `[^`]+` \\| `([^`]+)` \\|", Pattern.MULTILINE)
        .matcher(chapter.substring(0, chapter.indexOf("\n## ")))
        .results()
        .forEach((MatchResult row) -> keys.put(row.group(1), row.group(2).replace("orders", name)));
    return keys;
  }

  /** Writes an event whose value is a number. */
  void write(String aggregateType, int number) throws Exception {
    OutboxWriter writer = OutboxWriter.builder().table(name + "_outbox").build();
    try (Connection connection = road.service()) {
      writer.append(connection, OutboxEvent.of(aggregateType, "1", "Happened", "" + number));
      connection.commit();
    }
  }
}
