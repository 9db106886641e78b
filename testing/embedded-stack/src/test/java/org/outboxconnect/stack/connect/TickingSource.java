package org.outboxconnect.stack.connect;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceConnector;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;

/** A connector that sends its {@code text} about twenty times a second; needs no other server. */
public final class TickingSource extends SourceConnector {

  static final String VERSION = "7.8.9";

  private Map<String, String> settings;

  @Override
  public String version() {
    return VERSION;
  }

  @Override
  public ConfigDef config() {
    return new ConfigDef()
        .define("topic", ConfigDef.Type.STRING, Importance.HIGH, "Where to send")
        .define("text", ConfigDef.Type.STRING, Importance.HIGH, "What to send")
        .define("fail", ConfigDef.Type.STRING, null, Importance.LOW, "Why to fail");
  }

  @Override
  public void start(Map<String, String> started) {
    this.settings = started;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return TickingTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return List.of(settings);
  }

  @Override
  public void stop() {}

  /** Its task. */
  public static final class TickingTask extends SourceTask {

    private Map<String, String> settings;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private long count;

    @Override
    public String version() {
      return VERSION;
    }

    @Override
    public void start(Map<String, String> started) {
      this.settings = started;
      if (settings.containsKey("fail")) {
        throw new ConnectException(settings.get("fail"));
      }
    }

    @Override
    public List<SourceRecord> poll() throws InterruptedException {
      if (stopped.await(50, TimeUnit.MILLISECONDS)) {
        return List.of();
      }
      return List.of(
          new SourceRecord(
              Map.of("source", "ticks"),
              Map.of("count", ++count),
              settings.get("topic"),
              Schema.STRING_SCHEMA,
              settings.get("text")));
    }

    @Override
    public void stop() {
      stopped.countDown();
    }
  }
}
