package org.outboxconnect.smt.internal.header;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Optional;

/** Jackson, the oracle of our scanner. */
public final class JsonTexts {

  private static final JsonMapper JACKSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private JsonTexts() {}

  public static String of(Object value) {
    try {
      return JACKSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /** Empty if Jackson refuses the text; it takes an empty one for "nothing", which is no JSON. */
  public static Optional<JsonNode> read(String text) {
    try {
      return Optional.of(JACKSON.readTree(text)).filter(node -> !node.isMissingNode());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
