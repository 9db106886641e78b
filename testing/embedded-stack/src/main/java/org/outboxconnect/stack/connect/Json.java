package org.outboxconnect.stack.connect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.outboxconnect.stack.process.StackException;

/** JSON of Connect's REST API. */
final class Json {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  static JsonNode parse(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException failure) {
      throw new StackException("Expected JSON, found text that is none", failure);
    }
  }

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static ObjectNode object(Map<String, String> members) {
    ObjectNode object = object();
    members.forEach(object::put);
    return object;
  }

  static List<String> members(JsonNode node) {
    return node.properties().stream().map(Map.Entry::getKey).toList();
  }
}
