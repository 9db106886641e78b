package org.outboxconnect.smt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxMessageBuilder.aMessage;
import static org.outboxconnect.smt.OutboxMessageBuilder.emitted;
import static org.outboxconnect.smt.OutboxRecordBuilder.EVENT_ID;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import io.debezium.transforms.outbox.EventRouter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxMessageTest {

  private final OutboxMessage<SourceRecord> smt = new OutboxMessage<>();

  @Test
  void should_give_the_change_of_the_table_when_it_is_an_event() {
    SourceRecord message = aMessage().prefix("outbox.sales.events").build();

    SourceRecord change = smt.apply(message);

    assertThat(change.topic()).isEqualTo("outbox.sales.events");
    assertThat(change.keySchema().name()).isEqualTo("outbox.sales.events.Key");
    assertThat(((Struct) change.key()).getString("id")).isEqualTo(EVENT_ID);
    Struct value = (Struct) change.value();
    assertThat(value.schema().name()).isEqualTo("outbox.sales.events.Envelope");
    assertThat(value.getString("op")).isEqualTo("c");
    assertThat(value.getInt64("ts_ms")).isEqualTo(1_700_000_000_000L);
    assertThat(value.get("before")).isNull();
    value.validate();
  }

  @Test
  void should_keep_where_it_comes_from_and_name_the_table_when_it_is_an_event() {
    SourceRecord message = aMessage().prefix("outbox.sales.events").build();
    Struct before = ((Struct) message.value()).getStruct("source");

    SourceRecord change = smt.apply(message);

    Struct source = ((Struct) change.value()).getStruct("source");
    assertThat(source.getString("schema")).isEqualTo("sales");
    assertThat(source.getString("table")).isEqualTo("events");
    for (Field field : source.schema().fields()) {
      if (!List.of("schema", "table").contains(field.name())) {
        assertThat(source.get(field)).as(field.name()).isEqualTo(before.get(field));
      }
    }
    assertThat(change.sourceOffset()).isEqualTo(message.sourceOffset());
    assertThat(change.sourcePartition()).isEqualTo(message.sourcePartition());
    assertThat(change.timestamp()).isEqualTo(message.timestamp());
  }

  @Test
  void should_give_the_same_record_as_the_table_when_the_chain_has_run() {
    assertThat(relayed(smt.apply(aMessage().build())))
        .usingRecursiveComparison()
        .comparingOnlyFields("topic", "key", "value", "headers", "timestamp", "kafkaPartition")
        .isEqualTo(relayed(anOutboxInsert().build()));
  }

  /** Texts and headers; the schemas of key and value are compared with real ones elsewhere. */
  private static SourceRecord relayed(SourceRecord record) {
    assertThat(new IsOutboxInsert<SourceRecord>().test(record)).isTrue();
    OutboxHeaders<SourceRecord> headers = new OutboxHeaders<>();
    headers.configure(Map.of());
    EventRouter<SourceRecord> router = new EventRouter<>();
    router.configure(
        Map.of(
            "table.field.event.key", "aggregate_id",
            "route.by.field", "aggregate_type",
            "route.topic.replacement", "${routedByValue}.events"));
    SourceRecord routed = router.apply(headers.apply(record));
    assertThat(routed.topic()).isEqualTo("order.events");
    ConnectHeaders texts = new ConnectHeaders(); // sorted: their order is no contract
    new TreeMap<>(OutboxHeadersTest.texts(routed)).forEach(texts::addString);
    return routed.newRecord(
        routed.topic(), null, null, routed.key(), null, routed.value(), routed.timestamp(), texts);
  }

  @Test
  void should_leave_the_input_alone_and_give_equal_records_when_applied_twice() {
    SourceRecord record = aMessage().build();
    record.headers().addString("other", "stays");

    SourceRecord first = smt.apply(record);
    SourceRecord second = smt.apply(record);
    first.headers().addString("later", "x");

    assertThat(second.headers()).extracting(header -> header.key()).containsExactly("other");
    assertThat(second.value()).isEqualTo(first.value());
    assertThat(second.key()).isEqualTo(first.key());
    assertThat(smt.apply(second)).isSameAs(second);
    assertThat(record.headers()).hasSize(1);
    assertThat(record.value()).isEqualTo(aMessage().build().value());
    ((Struct) record.value()).validate();
  }

  @Test
  void should_give_the_schema_as_the_same_object_when_the_outbox_is_the_same() {
    SourceRecord one = smt.apply(aMessage().build());
    smt.apply(aMessage().prefix("outbox.public.other").build());

    SourceRecord again = smt.apply(aMessage().content(event("other")).build());

    assertThat(again.valueSchema()).isSameAs(one.valueSchema());
    assertThat(again.keySchema()).isSameAs(one.keySchema());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("foreignRecords")
  void should_return_the_same_object_when_it_is_no_message(String kind, SourceRecord record) {
    assertThat(smt.apply(record)).as(kind).isSameAs(record);
    assertThat(record.headers()).isEmpty();
  }

  static Stream<Arguments> foreignRecords() {
    return Stream.concat(
            DebeziumRecords.foreign().entrySet().stream(),
            Map.of("insert", anOutboxInsert().build()).entrySet().stream())
        .map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"outbox-heartbeat", "outbox", "", "app.audit"})
  void should_return_the_same_object_when_the_prefix_is_of_others(String prefix) {
    assertIdentity(aMessage().prefix(prefix));
    assertIdentity(aMessage().prefix(prefix).base64("eA=="));
  }

  @ParameterizedTest
  @ValueSource(strings = {"OUTBOX.public.outbox", "outbox.", "outbox.outbox", "outbox.\n.\0"})
  void should_return_the_same_object_when_no_table_has_the_prefix(String prefix) {
    assertIdentity(aMessage().prefix(prefix));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "[]", "{\"id\":null}", "\ufeff{}", "{\"payload\":{\"a\":[1,2.5]}}"})
  void should_return_the_same_object_when_the_content_is_no_event(String content) {
    assertIdentity(aMessage().content(content));
  }

  @Test
  void should_return_the_same_object_when_the_message_is_hostile() {
    assertIdentity(aMessage().withoutContent());
    assertIdentity(aMessage().prefix(null));
    assertIdentity(aMessage().outsideTransaction());
    assertIdentity(aMessage().content(new byte[3_000_000]));
    assertIdentity(aMessage().content("[".repeat(100_000)));
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    assertIdentity(aMessage().content(emitted(EVENT_ID, "a", "b", "c", "{}", deep)));
    assertIdentity(
        aMessage().content(emitted(EVENT_ID, "a", "b", "c", "{\"d\": " + deep + "}", "1")));
    byte[] latin1 =
        emitted(EVENT_ID, "a", "ä", "c", "{}", "1")
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    assertIdentity(aMessage().content(latin1));
  }

  private void assertIdentity(OutboxMessageBuilder message) {
    SourceRecord record = message.build();
    assertThat(smt.apply(record)).isSameAs(record);
  }

  @Test
  void should_refuse_with_a_hint_when_the_connector_hands_over_text() {
    for (String prefix : List.of("outbox.public.outbox", "OUTBOX.x")) {
      SourceRecord record = aMessage().prefix(prefix).base64("eA==").build();

      assertThatThrownBy(() -> smt.apply(record))
          .isInstanceOf(DataException.class)
          .hasMessageContainingAll(prefix, "[Hint: set binary.handling.mode=bytes");
    }
  }

  @Test
  void should_read_the_same_texts_when_the_locale_is_another() {
    Locale before = Locale.getDefault();
    SourceRecord record =
        aMessage().content(emitted(EVENT_ID, "TITLE", "Iı 🚀 ß", "İ", "{}", "\"ﬁ\"")).build();
    Object expected = smt.apply(record).value();
    try {
      for (String tag : List.of("tr", "ar-EG", "th-TH-u-nu-thai", "de")) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(new OutboxMessage<SourceRecord>().apply(record).value())
            .as(tag)
            .isEqualTo(expected);
      }
    } finally {
      Locale.setDefault(before);
    }
    Struct after = ((Struct) expected).getStruct("after");
    assertThat(after.getString("aggregate_id")).isEqualTo("Iı 🚀 ß");
  }

  @Test
  void should_refuse_any_key_when_configured() {
    assertThatThrownBy(() -> smt.configure(Map.of("prefix", "outbox.")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "Unknown settings [prefix] of OutboxMessage, it knows []. [Hint: remove prefix]");
    smt.configure(Map.of("type", OutboxMessage.class.getName()));
  }

  private static byte[] event(String aggregateId) {
    return emitted(EVENT_ID, "order", aggregateId, "OrderPlaced", "{}", "1").getBytes(UTF_8);
  }
}
