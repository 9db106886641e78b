package org.outboxconnect.bench.smt;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.outboxconnect.stack.connect.ConnectorFile;

/** The steps of the packaged chain, loaded as classes and configured as Connect does it. */
final class PackagedSteps {

  /** EventRouter's alias; what stands before it is ours. */
  static final String ROUTER = "outbox";

  /** What Connect acts on itself and hands to no transformation. */
  private static final Set<String> KEYS_OF_CONNECT = Set.of("predicate", "negate");

  private final ConnectorFile file;

  private PackagedSteps(ConnectorFile file) {
    this.file = file;
  }

  static PackagedSteps of(Path root) {
    return new PackagedSteps(ConnectorFile.read(root.resolve("connector-configs/outbox-cdc.json")));
  }

  /** Aliases of our steps, in the order of the chain. */
  List<String> ours() {
    return List.of(file.value("transforms").split(",", -1)).stream()
        .filter(alias -> !alias.equals(ROUTER))
        .toList();
  }

  @SuppressWarnings("unchecked") // all of them take any record
  Transformation<SourceRecord> step(String alias) {
    Map<String, String> settings = settings(alias);
    try {
      Transformation<SourceRecord> step =
          (Transformation<SourceRecord>)
              Class.forName(settings.get("type"))
                  .asSubclass(Transformation.class)
                  .getDeclaredConstructor()
                  .newInstance();
      step.configure(settings);
      return step;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Cannot make transformation [%s]".formatted(alias), e);
    }
  }

  private Map<String, String> settings(String alias) {
    String prefix = "transforms.%s.".formatted(alias);
    Map<String, String> settings = new HashMap<>();
    for (String key : file.keys()) {
      String own = key.startsWith(prefix) ? key.substring(prefix.length()) : "";
      if (!own.isEmpty() && !KEYS_OF_CONNECT.contains(own)) {
        settings.put(own, file.value(key));
      }
    }
    return settings;
  }
}
