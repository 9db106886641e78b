package org.outboxconnect.stack.connect;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.outboxconnect.stack.process.StackException;

/**
 * What all workers of a cluster are configured with. Later ones win: our base for quick tests, the
 * packaged file, what depends on this stack, what the test asked for.
 */
record WorkerSettings(
    String bootstrapServers,
    String pluginPath,
    Path secrets,
    Optional<Path> packaged,
    Map<String, String> extra) {

  static void requireFile(Path packaged) {
    if (!Files.isRegularFile(packaged)) {
      throw new StackException("Worker properties file [%s] is missing".formatted(packaged));
    }
  }

  /** Writes the file of one worker. */
  void write(Path file, int restPort) {
    Properties all = new Properties();
    all.putAll(base());
    packaged.ifPresent(source -> all.putAll(read(source)));
    all.putAll(ofThisStack(restPort));
    all.putAll(extra);
    all.replaceAll((key, value) -> inSecretsFolder(value.toString()));
    try (Writer writer = Files.newBufferedWriter(file)) {
      all.store(writer, null);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Map<String, String> base() {
    Map<String, String> base = new LinkedHashMap<>();
    base.put("key.converter", "org.apache.kafka.connect.json.JsonConverter");
    base.put("value.converter", "org.apache.kafka.connect.json.JsonConverter");
    base.put("plugin.discovery", "service_load");
    // A test that kills a worker has no five minutes to wait for it to come back.
    base.put("scheduled.rebalance.max.delay.ms", "0");
    base.put("config.providers", "env,dir");
    base.put("config.providers.env.class", provider("EnvVar"));
    base.put("config.providers.env.param.allowlist.pattern", "^OUTBOX_.*$");
    base.put("config.providers.dir.class", provider("Directory"));
    base.put("config.providers.dir.param.allowed.paths", secrets.toString());
    return base;
  }

  private static String provider(String kind) {
    return "org.apache.kafka.common.config.provider." + kind + "ConfigProvider";
  }

  private Map<String, String> ofThisStack(int restPort) {
    Map<String, String> ours = new LinkedHashMap<>();
    ours.put("bootstrap.servers", bootstrapServers);
    ours.put("plugin.path", pluginPath);
    ours.put("group.id", "outbox-stack");
    ours.put("listeners", "http://127.0.0.1:" + restPort);
    ours.put("rest.advertised.host.name", "127.0.0.1");
    ours.put("rest.advertised.port", Integer.toString(restPort));
    for (String store : new String[] {"config", "offset", "status"}) {
      ours.put(store + ".storage.topic", "connect-" + store + "s");
      ours.put(store + ".storage.replication.factor", "1");
    }
    ours.put("offset.storage.partitions", "1");
    ours.put("status.storage.partitions", "1");
    return ours;
  }

  private static Properties read(Path source) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(source)) {
      properties.load(reader);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    return properties;
  }

  private String inSecretsFolder(String value) {
    return value.replace(ConnectorFile.PACKAGED_SECRETS, secrets.toString());
  }
}
