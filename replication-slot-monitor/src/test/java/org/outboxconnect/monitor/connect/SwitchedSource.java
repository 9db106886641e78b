package org.outboxconnect.monitor.connect;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceConnector;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;

/**
 * A connector with settings and offsets like Debezium's. Its task fails for as long as a file is
 * there.
 */
public final class SwitchedSource extends SourceConnector {

  static final long POSITION = 123_456_789_000L;

  private Map<String, String> settings;

  @Override
  public String version() {
    return "1";
  }

  @Override
  public ConfigDef config() {
    return new ConfigDef()
        .define("fails.while", ConfigDef.Type.STRING, ConfigDef.Importance.HIGH, "A file");
  }

  @Override
  public void start(Map<String, String> started) {
    this.settings = started;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return SwitchedTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return List.of(settings);
  }

  @Override
  public void stop() {}

  /** Its task. */
  public static final class SwitchedTask extends SourceTask {

    private Map<String, String> settings;
    private final CountDownLatch stopped = new CountDownLatch(1);

    @Override
    public String version() {
      return "1";
    }

    @Override
    public void start(Map<String, String> started) {
      this.settings = started;
      failIfTold();
    }

    private void failIfTold() {
      if (Files.exists(Path.of(settings.get("fails.while")))) {
        throw new ConnectException("planted failure with a secret");
      }
    }

    @Override
    public List<SourceRecord> poll() throws InterruptedException {
      failIfTold();
      if (stopped.await(100, TimeUnit.MILLISECONDS)) {
        return List.of();
      }
      return List.of(
          new SourceRecord(
              Map.of("server", settings.get("topic.prefix")),
              Map.of("lsn_proc", POSITION + 8, "lsn_commit", POSITION, "txId", 7L),
              "switched",
              Schema.STRING_SCHEMA,
              "x"));
    }

    @Override
    public void stop() {
      stopped.countDown();
    }
  }
}
