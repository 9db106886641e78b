package org.outboxconnect.it.cdc;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.outboxconnect.stack.connect.ConnectCluster;
import org.outboxconnect.stack.postgres.PostgresServer;
import org.outboxconnect.stack.process.StackException;
import org.outboxconnect.stack.process.WorkFolder;

/**
 * One more worker on the servers of a road, alone in its group and with a folder of its own: what
 * it has stored and logged is nobody else's.
 */
final class FurtherWorker implements AutoCloseable {

  private final WorkFolder folder = WorkFolder.create();
  private final ConnectCluster.Builder builder = ConnectCluster.builder();
  private final CdcRoad road;
  private final String group;

  /**
   * Prepares it.
   *
   * @param lines beside the packaged ones
   */
  FurtherWorker(CdcRoad road, String group, Map<String, String> lines) {
    this.road = road;
    this.group = group;
    PostgresServer postgres = road.stack().postgres();
    builder
        .pluginArchive(CdcRoad.archive())
        .workerProperties(CdcRoad.workerLines())
        .environment("OUTBOX_DB_HOST", postgres.host())
        .environment("OUTBOX_DB_PORT", Integer.toString(postgres.port()))
        .environment("OUTBOX_DB_NAME", CdcRoad.DATABASE)
        .environment("OUTBOX_DB_USER", CdcRoad.RELAY)
        .secret("db-password", CdcRoad.PASSWORD)
        .heapMegabytes(2048) // as Connect's own script has it
        .workerSetting("group.id", group);
    for (String store : new String[] {"config", "offset", "status"}) {
      builder.workerSetting(store + ".storage.topic", group + "-" + store);
    }
    lines.forEach(builder::workerSetting);
  }

  FurtherWorker environment(String key, String value) {
    builder.environment(key, value);
    return this;
  }

  FurtherWorker secret(String file, String value) {
    builder.secret(file, value);
    return this;
  }

  /**
   * Starts it; it ends when this is closed.
   *
   * @throws StackException if it doesn't come up
   */
  ConnectCluster start() {
    return builder.start(folder, road.stack().workersBootstrapServers());
  }

  /** What it has logged, also if it didn't come up. */
  String log() throws IOException {
    return Files.readString(folder.log("worker-1"));
  }

  /** Its log stays with those of the road. */
  @Override
  public void close() throws IOException {
    Files.move(folder.log("worker-1"), road.stack().workFolder().log("worker-" + group));
    folder.close();
  }
}
