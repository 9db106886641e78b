package org.outboxconnect.client;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One event that a service announces. Immutable and safe for use by many threads, as long as the
 * same event isn't appended twice: its id is the primary key of the outbox.
 *
 * <p>Making an event checks nothing but nulls; {@link OutboxWriter} checks it before it sends
 * anything. The time of creation can't be given: it is the database's.
 */
public final class OutboxEvent {

  private final UUID id;
  private final String aggregateType;
  private final String aggregateId;
  private final String eventType;
  private final String payloadJson;
  private final Map<String, String> headers;

  private OutboxEvent(Builder builder) {
    id = builder.id == null ? Uuid7.SHARED.next() : builder.id;
    aggregateType = given(builder.aggregateType, "aggregateType");
    aggregateId = given(builder.aggregateId, "aggregateId");
    eventType = given(builder.eventType, "eventType");
    payloadJson = given(builder.payloadJson, "payloadJson");
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

  /** A builder with nothing set; all but id and headers must be given. */
  public static Builder builder() {
    return new Builder();
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

  /** The payload as the caller spelled it; the record's value is PostgreSQL's spelling of it. */
  public String payloadJson() {
    return payloadJson;
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

    private Builder() {}

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
      headers.forEach(this::header);
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
