package org.outboxconnect.operations.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one connector, as text.
 *
 * @param name from beside the config, if there
 * @param config keys in the order of the file
 * @param doubled keys that occur twice: the last one counts
 * @param notText keys whose value is null, an array or an object; they aren't in {@code config}
 */
record ConnectorFile(
    Optional<String> name, Map<String, String> config, List<String> doubled, List<String> notText) {

  private static final JsonFactory JSON = new JsonFactory();

  ConnectorFile {
    config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
    doubled = List.copyOf(doubled);
    notText = List.copyOf(notText);
  }

  static ConnectorFile parse(String json) {
    try (JsonParser parser = JSON.createParser(json)) {
      return new Reader(parser).document();
    } catch (JsonProcessingException e) {
      String place =
          e.getLocation() == null
              ? "an unknown place"
              : "line %d, column %d"
                  .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
      throw new UnreadableConnectorException(
          ("Cannot read the connector: no valid JSON at %s. [Hint: a connector file is one JSON"
                  + " object, {\"name\": …, \"config\": {…}}]")
              .formatted(place));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a text in memory has no other trouble
    }
  }

  /** Reads the one document of a parser. */
  private static final class Reader {

    private final JsonParser parser;
    private Optional<String> name = Optional.empty();
    private final Map<String, String> config = new LinkedHashMap<>();
    private final List<String> doubled = new ArrayList<>();
    private final List<String> notText = new ArrayList<>();

    Reader(JsonParser parser) {
      this.parser = parser;
    }

    ConnectorFile document() throws IOException {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw unreadable("expected an object, found %s".formatted(kind(parser.currentToken())));
      }
      members(true);
      if (parser.nextToken() != null) {
        throw unreadable("something follows the object");
      }
      return new ConnectorFile(name, config, doubled, notText);
    }

    private void members(boolean outer) throws IOException {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        JsonToken value = parser.nextToken();
        if (outer && key.equals("config") && value == JsonToken.START_OBJECT) {
          forgetOuter();
          members(false);
          skipRest();
          return;
        }
        put(key, value);
      }
    }

    /** What stood before {@code config} is the connector's name and what Connect adds to it. */
    private void forgetOuter() {
      name = Optional.ofNullable(config.get("name"));
      config.clear();
      doubled.clear();
      notText.clear();
    }

    private void skipRest() throws IOException {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean named = parser.currentName().equals("name");
        if (parser.nextToken() == JsonToken.VALUE_STRING && named) {
          name = Optional.of(parser.getText());
        }
        parser.skipChildren();
      }
    }

    private void put(String key, JsonToken value) throws IOException {
      boolean before = config.containsKey(key) || notText.contains(key);
      config.remove(key);
      notText.remove(key);
      if (before) {
        doubled.add(key);
      }
      if (value.isScalarValue() && value != JsonToken.VALUE_NULL) {
        config.put(key, parser.getText());
      } else {
        parser.skipChildren();
        notText.add(key);
      }
    }

    private static UnreadableConnectorException unreadable(String what) {
      return new UnreadableConnectorException(
          ("Cannot read the connector: %s. [Hint: a connector file is one JSON object,"
                  + " {\"name\": …, \"config\": {…}}]")
              .formatted(what));
    }

    private static String kind(@Nullable JsonToken token) {
      return token == null ? "nothing" : token.name().toLowerCase(Locale.ROOT);
    }
  }
}
