package org.outboxconnect.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.TreeNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One event that a service announces. Immutable and safe for use by many threads, as long as the
 * same event isn't appended twice: its id is the primary key of the outbox.
 *
 * <p>A payload that is given as an object or tree is turned into JSON text at once, so what happens
 * to the object later doesn't matter. Otherwise, making an event checks nothing but nulls; {@link
 * OutboxWriter} checks it before it sends anything. The time of creation can't be given: it is the
 * database's.
 */
public final class OutboxEvent {

  private final UUID id;
  private final String aggregateType;
  private final String aggregateId;
  private final String eventType;
  private final String payloadJson;
  private final @Nullable Class<?> payloadType;
  private final Map<String, String> headers;

  private OutboxEvent(Builder builder) {
    id = builder.id == null ? Uuid7.SHARED.next() : builder.id;
    aggregateType = given(builder.aggregateType, "aggregateType");
    aggregateId = given(builder.aggregateId, "aggregateId");
    eventType = given(builder.eventType, "eventType");
    payloadJson = given(builder.payloadJson, "payload");
    payloadType = builder.payloadType;
    headers = Collections.unmodifiableMap(new LinkedHashMap<>(builder.headers));
  }

  private static String given(@Nullable String value, String name) {
    return requireNonNull(value, name);
  }

  /**
   * An event without headers and with a fresh id.
   *
   * @param aggregateType see {@link Builder#aggregateType}
   * @param aggregateId see {@link Builder#aggregateId}
   * @param eventType see {@link Builder#eventType}
   * @param payloadJson see {@link Builder#payloadJson}
   */
  public static OutboxEvent of(
      String aggregateType, String aggregateId, String eventType, String payloadJson) {
    return builder()
        .aggregateType(aggregateType)
        .aggregateId(aggregateId)
        .eventType(eventType)
        .payloadJson(payloadJson)
        .build();
  }

  /**
   * An event without headers, with a fresh id and an object as payload, which Jackson serialises.
   *
   * @param aggregateType see {@link Builder#aggregateType}
   * @param aggregateId see {@link Builder#aggregateId}
   * @param eventType see {@link Builder#eventType}
   * @param payload see {@link Builder#payload}
   * @throws InvalidEventException if the object can't be serialised
   */
  public static OutboxEvent of(
      String aggregateType, String aggregateId, String eventType, Object payload) {
    return builder()
        .aggregateType(aggregateType)
        .aggregateId(aggregateId)
        .eventType(eventType)
        .payload(payload)
        .build();
  }

  /**
   * A builder with nothing set; all but id and headers must be given. Jackson serialises a payload
   * that is given as an object.
   */
  public static Builder builder() {
    return new Builder(null);
  }

  /**
   * A builder that serialises a payload which is given as an object in another way than Jackson's
   * default.
   *
   * @param serializer for example {@code MAPPER::writeValueAsString}
   */
  public static Builder builder(PayloadSerializer serializer) {
    return new Builder(requireNonNull(serializer, "serializer"));
  }

  /** Identifies the event for ever; consumers recognise repeats by it. */
  public UUID id() {
    return id;
  }

  /** Kind of the thing that changed; names the topic. */
  public String aggregateType() {
    return aggregateType;
  }

  /** Which thing changed; the record key. */
  public String aggregateId() {
    return aggregateId;
  }

  /** What happened, for example {@code OrderPlaced}. */
  public String eventType() {
    return eventType;
  }

  /**
   * The payload as the caller or the serializer spelled it; the record's value is PostgreSQL's
   * spelling of it.
   */
  public String payloadJson() {
    return payloadJson;
  }

  /** For a message about the payload: what it was made of, if the caller didn't write the text. */
  String payloadOrigin() {
    return payloadType == null
        ? ""
        : " (payload made of type [%s])".formatted(payloadType.getTypeName());
  }

  /** Further record headers in the order given; can't be changed. */
  public Map<String, String> headers() {
    return headers;
  }

  /** Id and types, for logs; neither payload nor headers, nor the aggregate's id. */
  @Override
  public String toString() {
    return "OutboxEvent[id=%s, aggregateType=%s, eventType=%s]"
        .formatted(id, aggregateType, eventType);
  }

  /** Collects the parts of an event. For one thread; may build several events. */
  public static final class Builder {

    private final Map<String, String> headers = new LinkedHashMap<>();
    private @Nullable UUID id;
    private @Nullable String aggregateType;
    private @Nullable String aggregateId;
    private @Nullable String eventType;
    private @Nullable String payloadJson;
    private @Nullable Class<?> payloadType;
    private final @Nullable PayloadSerializer serializer;

    private Builder(@Nullable PayloadSerializer serializer) {
      this.serializer = serializer;
    }

    /**
     * Sets the event's id. Without it, each event gets a UUID of version 7, greater than all
     * earlier ones of this process, also when the clock steps back.
     */
    public Builder id(UUID id) {
      this.id = requireNonNull(id, "id");
      return this;
    }

    /**
     * Sets the kind of the thing that changed. The topic is {@code <aggregateType>.events}, so only
     * letters, digits, {@code . _ -} of ASCII and at most 242 of them.
     */
    public Builder aggregateType(String aggregateType) {
      this.aggregateType = requireNonNull(aggregateType, "aggregateType");
      return this;
    }

    /** Sets which thing changed: the record key. Events of one id are delivered in order. */
    public Builder aggregateId(String aggregateId) {
      this.aggregateId = requireNonNull(aggregateId, "aggregateId");
      return this;
    }

    /** Sets what happened, for example {@code OrderPlaced}. */
    public Builder eventType(String eventType) {
      this.eventType = requireNonNull(eventType, "eventType");
      return this;
    }

    /**
     * Sets the payload, as the text of one JSON value. It is kept as jsonb: blanks, the order of
     * members and the spelling of numbers become PostgreSQL's, no digit is lost, and of members
     * with the same name the last one stays.
     */
    public Builder payloadJson(String payloadJson) {
      this.payloadJson = requireNonNull(payloadJson, "payloadJson");
      payloadType = null;
      return this;
    }

    /**
     * Sets the payload to an object, which is serialised now, by the serializer of the builder.
     *
     * <p>Without one, Jackson does it: jackson-databind must be on the class path. Its modules are
     * used if they are there (for {@code java.time}: jackson-datatype-jsr310); times and durations
     * become ISO texts. A number that is NaN or infinite has no JSON and is refused by the writer.
     *
     * @param payload any but a text or bytes, which would become one quoted JSON string: JSON text
     *     goes to {@link #payloadJson}
     * @throws InvalidEventException if the object can't be serialised; the message names its type
     */
    public Builder payload(Object payload) {
      payloadJson = Payloads.toJson(requireNonNull(payload, "payload"), serializer);
      payloadType = payload.getClass();
      return this;
    }

    /**
     * Sets the payload to a Jackson tree, such as a {@code JsonNode}, which is written as text now.
     * Whatever serializer the builder has, Jackson does it.
     *
     * @throws InvalidEventException if the tree can't be written
     */
    public Builder payloadTree(TreeNode payload) {
      payloadJson = Payloads.toJson(requireNonNull(payload, "payload"), null);
      payloadType = payload.getClass();
      return this;
    }

    /**
     * Adds a record header, or replaces the one of the same name.
     *
     * @param name any but the contract's own ({@code id}, {@code eventId}, {@code eventType},
     *     {@code createdAt}) and those that begin with {@code __debezium} or {@code __connect}
     * @param value sent as UTF-8 text
     */
    public Builder header(String name, String value) {
      headers.put(requireNonNull(name, "name"), requireNonNull(value, "value"));
      return this;
    }

    /** Adds record headers as by {@link #header}, in the map's order. */
    public Builder headers(Map<String, String> headers) {
      requireNonNull(headers, "headers").forEach(this::header);
      return this;
    }

    /**
     * Makes the event.
     *
     * @throws NullPointerException with the part's name if one wasn't given
     */
    public OutboxEvent build() {
      return new OutboxEvent(this);
    }
  }
}
