package org.outboxconnect.monitor.connect;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Lsn;

/** The position among the offsets of a connector that its slot may be confirmed up to. */
final class CommittedPosition {

  private CommittedPosition() {}

  /** One source partition and what is stored for it. */
  private record Stored(@Nullable String server, Map<String, Long> positions) {

    /** The connector confirms the newest commit it has passed, and before the first any change. */
    Optional<Lsn> committed() {
      return Stream.of("lsn_commit", "lsn_proc")
          .flatMap(key -> Optional.ofNullable(positions.get(key)).stream())
          .filter(bytes -> bytes >= 0)
          .findFirst()
          .map(Lsn::new);
    }
  }

  /**
   * Reads an answer to {@code /connectors/{name}/offsets}.
   *
   * @param prefix name of the source partition; a connector that was renamed has several
   * @return empty if nothing is stored yet, or the partition can't be told
   */
  static Optional<Lsn> of(byte[] json, @Nullable String prefix) throws IOException {
    List<Stored> stored = new ArrayList<>();
    Json.object(
        json,
        (name, value) -> {
          if (name.equals("offsets")) {
            Json.elements(value, element -> stored.add(stored(element)));
          }
        });
    return stored.stream()
        .filter(each -> prefix == null ? stored.size() == 1 : prefix.equals(each.server()))
        .findFirst()
        .flatMap(Stored::committed);
  }

  private static Stored stored(JsonParser parser) throws IOException {
    String[] server = new String[1];
    Map<String, Long> positions = new HashMap<>();
    Json.members(
        parser,
        (name, value) -> {
          switch (name) {
            case "partition" -> Json.members(value, (key, text) -> keepServer(server, key, text));
            case "offset" -> keepPositions(positions, value);
            default -> {} // nothing else is known
          }
        });
    return new Stored(server[0], positions);
  }

  private static void keepServer(String[] server, String key, JsonParser value) throws IOException {
    if (key.equals("server")) {
      server[0] = value.getText();
    }
  }

  private static void keepPositions(Map<String, Long> positions, JsonParser offset)
      throws IOException {
    if (!offset.isExpectedStartObjectToken()) {
      return; // a partition without an offset
    }
    Json.members(
        offset,
        (key, value) -> {
          if (value.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            positions.put(key, value.getLongValue());
          }
        });
  }
}
