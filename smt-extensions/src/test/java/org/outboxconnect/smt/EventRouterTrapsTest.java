package org.outboxconnect.smt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.debezium.transforms.outbox.EventRouter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.StringConverter;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.testing.Case;

/**
 * What EventRouter makes of a row: with the packaged settings the text of the row, and with the
 * settings that people try instead something else. Real EventRouter, real converters.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class EventRouterTrapsTest {

  private static final Path CONNECTOR =
      Path.of(System.getProperty("outbox.root"), "connector-configs", "outbox-cdc.json");
  private static final String EXPAND = "table.expand.json.payload";
  private static final String EMPTY_ARRAYS = "table.json.payload.empty.array.behavior";
  private static final String NULLS = "table.json.payload.null.behavior";
  private static final String TOMBSTONES = "route.tombstone.on.empty.payload";
  private static final String TIMESTAMP = "table.field.event.timestamp";

  private final Map<String, String> settings = packaged();

  private static Map<String, String> packaged() {
    String prefix = "transforms.outbox.";
    Map<String, String> settings = new HashMap<>();
    try {
      new JsonMapper()
          .readTree(CONNECTOR.toFile())
          .get("config")
          .properties()
          .forEach(
              setting -> {
                if (setting.getKey().startsWith(prefix)) {
                  settings.put(
                      setting.getKey().substring(prefix.length()), setting.getValue().asText());
                }
              });
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    settings.remove("predicate"); // Connect acts on it
    return settings;
  }

  @ParameterizedTest
  @Case({"50", "52", "54", "56", "58", "P3", "P4", "P6"})
  @ValueSource(
      strings = {
        "{\"x\": 1, \"tags\": []}",
        "{\"a\": {\"b\": []}}",
        "{\"e\": [{\"d\": \"x\"}, {\"d\": true}]}",
        "{\"e\": [{\"d\": 1}, {\"d\": 1.5}]}",
        "{\"a\": null, \"b\": 1}",
        "{\"a\": null}",
        "[[1], []]",
        "[[], [1]]",
        "null",
        "\"\"",
        "{}",
        "{\"n\": 1e400}",
        "{\"n\": 0.12345678901234567890}",
        "{\"n\": 9223372036854775808}",
        "[]",
        "[1, 2]",
        "42"
      })
  void should_put_the_text_of_the_row_on_the_topic_when_configured_as_packaged(String payload) {
    SourceRecord record = route(payload);

    assertThat(record.valueSchema().type()).isEqualTo(Schema.Type.STRING);
    assertThat(text(record)).isEqualTo(payload);
  }

  @Test
  @Case("50")
  void should_lose_an_empty_array_when_the_payload_is_expanded() {
    settings.put(EXPAND, "true");
    assertThat(json(route("{\"x\": 1, \"tags\": []}"))).isEqualTo("{\"x\":1}");

    settings.put(EMPTY_ARRAYS, "optional_string"); // the way out, for those who must expand
    assertThat(json(route("{\"x\": 1, \"tags\": []}"))).isEqualTo("{\"x\":1,\"tags\":[]}");
  }

  @ParameterizedTest
  @Case("52")
  @ValueSource(
      strings = {
        "{\"e\": [{\"d\": \"x\"}, {\"d\": true}]}",
        "{\"e\": [{\"d\": 1}, {\"d\": 1.5}]}",
        "{\"n\": 9223372036854775808}",
        "[1, 2]"
      })
  void should_fail_in_the_converter_when_an_ordinary_payload_is_expanded(String payload) {
    settings.put(EXPAND, "true");
    SourceRecord record = route(payload);

    assertThatThrownBy(() -> json(record))
        .isInstanceOf(DataException.class)
        .hasMessageMatching("Invalid type for (STRUCT|ARRAY): class java.lang.String");
  }

  @Test
  @Case("54")
  void should_lose_a_null_or_change_its_type_when_the_payload_is_expanded() {
    settings.put(EXPAND, "true");
    assertThat(json(route("{\"a\": null, \"b\": 1}"))).isEqualTo("{\"b\":1}");
    assertThat(json(route("{\"a\": null}"))).isEqualTo("{}");

    settings.put(NULLS, "optional_bytes");
    assertThat(json(route("{\"a\": null}"))).isEqualTo("{\"a\":null}");
    assertThat(typeOfMember(route("{\"a\": null}"))).isEqualTo(Schema.Type.BYTES);
    assertThat(typeOfMember(route("{\"a\": \"x\"}"))).isEqualTo(Schema.Type.STRING);
  }

  @Test
  @Case("56")
  void should_depend_on_the_order_of_elements_when_the_payload_is_expanded() {
    settings.put(EXPAND, "true");

    assertThat(route("{\"a\": [[1], []]}").valueSchema().type()).isEqualTo(Schema.Type.STRUCT);
    assertThat(route("{\"a\": [[], [1]]}").valueSchema().type()).isEqualTo(Schema.Type.STRING);
    assertThat(route("[[1], []]").valueSchema().type()).isEqualTo(Schema.Type.ARRAY);
    assertThat(route("[[], [1]]").valueSchema().type()).isEqualTo(Schema.Type.STRING);
  }

  /** JSON values are values, on or off; only an SQL NULL is none, and the guard refuses it. */
  @ParameterizedTest
  @Case("58")
  @CsvSource({"false", "true"})
  void should_keep_a_json_value_that_looks_empty_whatever_the_tombstone_flag_is(String flag) {
    settings.put(TOMBSTONES, flag);

    assertThat(text(route("null"))).isEqualTo("null");
    assertThat(text(route("\"\""))).isEqualTo("\"\"");
    assertThat(text(route("{}"))).isEqualTo("{}");
    assertThat(text(route(null))).isNull();
  }

  /** A jsonb column can't hold an empty text, a column of type text can. */
  @Test
  @Case("58")
  void should_make_a_tombstone_of_an_empty_text_only_when_asked_to() {
    assertThat(text(route(""))).isEmpty();

    settings.put(TOMBSTONES, "true");
    assertThat(text(route(""))).isNull();
    assertThat(text(route(" "))).isNull();
  }

  @Test
  @Case("66")
  void should_take_the_time_of_the_change_when_configured_as_packaged() {
    SourceRecord insert =
        anOutboxInsert().with("created_at", "2026-11-30T12:00:00.000001Z").build();

    assertThat(settings).doesNotContainKey(TIMESTAMP);
    assertThat(router().apply(insert).timestamp()).isEqualTo(1_700_000_000_000L);
  }

  @Test
  @Case("66")
  void should_fail_on_the_first_event_when_a_timestamptz_is_to_be_the_timestamp() {
    settings.put(TIMESTAMP, "created_at");
    EventRouter<SourceRecord> router = router();
    SourceRecord insert =
        anOutboxInsert().with("created_at", "2026-11-30T12:00:00.000001Z").build();

    assertThatThrownBy(() -> router.apply(insert))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("'created_at' is not of type INT64");
  }

  @ParameterizedTest
  @Case({"P3", "P4"})
  @CsvSource({"1e400, '\"Infinity\"'", "0.12345678901234567890, 0.12345678901234568", "1.10, 1.1"})
  void should_change_a_number_when_the_payload_is_expanded(String number, String found) {
    settings.put(EXPAND, "true");

    assertThat(json(route("{\"n\": %s}".formatted(number))))
        .isEqualTo("{\"n\":%s}".formatted(found));
  }

  @Test
  @Case("P6")
  void should_leave_an_empty_list_without_schema_or_fail_when_the_payload_is_expanded() {
    settings.put(EXPAND, "true");
    SourceRecord record = route("[]");
    assertThat(record.valueSchema()).isNull();
    assertThat(json(record)).isEqualTo("\"[]\""); // a text in quotes where a list was
    assertThat(json(record, true)).isEqualTo("{\"schema\":null,\"payload\":\"[]\"}");

    settings.put(EMPTY_ARRAYS, "optional_string");
    SourceRecord withSchema = route("[]");
    assertThatThrownBy(() -> json(withSchema)).isInstanceOf(DataException.class);
  }

  private SourceRecord route(String payload) {
    return router().apply(anOutboxInsert().with("payload", payload).build());
  }

  private EventRouter<SourceRecord> router() {
    EventRouter<SourceRecord> router = new EventRouter<>();
    router.configure(settings);
    return router;
  }

  private static Schema.Type typeOfMember(SourceRecord record) {
    return record.valueSchema().field("a").schema().type();
  }

  private static String text(SourceRecord record) {
    return asText(new StringConverter().fromConnectData("t", record.valueSchema(), record.value()));
  }

  private static String json(SourceRecord record) {
    return json(record, false);
  }

  private static String json(SourceRecord record, boolean schemas) {
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", String.valueOf(schemas)), false);
      return asText(converter.fromConnectData("t", record.valueSchema(), record.value()));
    }
  }

  private static String asText(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }
}
