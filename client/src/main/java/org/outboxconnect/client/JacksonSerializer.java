package org.outboxconnect.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** The default. Apart, because jackson-databind may be missing: only this class needs it. */
final class JacksonSerializer implements PayloadSerializer {

  private final JsonMapper mapper =
      JsonMapper.builder()
          // Not those of the thread's class loader: the same process would write differently then.
          .addModules(JsonMapper.findModules(JacksonSerializer.class.getClassLoader()))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          // NaN is no JSON number and would become a text; the writer refuses it instead.
          .disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS)
          .build();

  @Override
  public String toJson(Object payload) throws JsonProcessingException, EventFault {
    try {
      return mapper.writeValueAsString(payload);
    } catch (InvalidDefinitionException e) {
      if (!lacksSerializer(e)) {
        throw e; // such as an object that holds itself
      }
      JavaType type = e.getType();
      throw new EventFault(
          "can't be serialised: Jackson has no serializer for %s"
              .formatted(type == null ? "it" : "[%s]".formatted(type.toCanonical())),
          "put the module for this type on the class path (for java.time:"
              + " jackson-datatype-jsr310), annotate the type, or give a PayloadSerializer to"
              + " OutboxEvent.builder");
    }
  }

  private static boolean lacksSerializer(InvalidDefinitionException e) {
    String message = String.valueOf(e.getOriginalMessage());
    return message.startsWith("No serializer found")
        || message.contains("not supported by default");
  }
}
