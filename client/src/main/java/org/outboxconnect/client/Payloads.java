package org.outboxconnect.client;

import java.util.ServiceConfigurationError;
import org.jspecify.annotations.Nullable;

/** Makes JSON text of the objects that callers give as payload. */
final class Payloads {

  private Payloads() {}

  /**
   * The object as JSON text. Whether that is one JSON value is checked by the writer, as for a text
   * that the caller wrote.
   *
   * @param serializer null for Jackson
   * @throws InvalidEventException if the object can't be serialised
   */
  static String toJson(Object payload, @Nullable PayloadSerializer serializer) {
    if (payload instanceof CharSequence || payload instanceof byte[]) {
      throw refused(
          payload,
          "would be quoted as one JSON string",
          "give JSON text to payloadJson; a payload that is a JSON string is written with its"
              + " quotes there, too",
          null);
    }
    PayloadSerializer usable = serializer == null ? jackson(payload) : serializer;
    try {
      String json = usable.toJson(payload);
      if (json == null) { // no annotation holds a foreign serializer to what it promises
        throw refused(payload, "became null", "correct the PayloadSerializer", null);
      }
      return json;
    } catch (InvalidEventException e) {
      throw e;
    } catch (EventFault fault) {
      throw refused(payload, fault.problem(), fault.hint(), null);
    } catch (Exception | StackOverflowError e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt(); // whoever waits next has to know
      }
      throw refused(
          payload,
          "can't be serialised, %s was thrown".formatted(e.getClass().getName()),
          "the cause has the trace of it, without its message, which may hold content",
          new Wordless(e));
    }
  }

  private static PayloadSerializer jackson(Object payload) {
    if (Jackson.SERIALIZER == null) {
      throw refused(
          payload,
          "needs jackson-databind, which can't be loaded (%s)".formatted(Jackson.failure),
          "add com.fasterxml.jackson.core:jackson-databind, or give a PayloadSerializer to"
              + " OutboxEvent.builder, or JSON text to payloadJson",
          null);
    }
    return Jackson.SERIALIZER;
  }

  private static InvalidEventException refused(
      Object payload, String problem, String hint, @Nullable Throwable cause) {
    return new InvalidEventException(
        "Cannot make an event: the payload of type [%s] %s. Nothing was sent. [Hint: %s]"
            .formatted(payload.getClass().getTypeName(), problem, hint),
        cause);
  }

  /** Loaded when it is needed first. */
  private static final class Jackson {

    private static String failure = "";
    private static final @Nullable PayloadSerializer SERIALIZER = load();

    private static @Nullable PayloadSerializer load() {
      try {
        return new JacksonSerializer();
      } catch (LinkageError | ServiceConfigurationError e) {
        failure = e.toString();
        return null;
      }
    }
  }
}
