package org.outboxconnect.client;

/**
 * Turns an object into the JSON text of a payload. A Jackson mapper fits as it is: {@code
 * MAPPER::writeValueAsString}; so does Gson's {@code GSON::toJson}.
 *
 * <p>Must be safe for use by as many threads as make events with it.
 */
@FunctionalInterface
public interface PayloadSerializer {

  /**
   * The text of exactly one JSON value.
   *
   * @param payload never null
   * @throws Exception if the object can't be serialised. Its message may hold content, so it isn't
   *     repeated: {@link InvalidEventException} names its type only
   */
  String toJson(Object payload) throws Exception;
}
