package org.outboxconnect.smt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxRecordBuilder.TRACEPARENT;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.data.ConnectSchema;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.ConverterType;
import org.apache.kafka.connect.storage.HeaderConverter;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.apache.kafka.connect.storage.StringConverter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxconnect.testing.Case;

/** Our headers under each header converter of Connect, and how a sink reads them back. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HeaderConvertersTest {

  private static final Path CONNECTOR =
      Path.of(System.getProperty("outbox.root"), "connector-configs", "outbox-cdc.json");

  private final OutboxHeaders<SourceRecord> smt = new OutboxHeaders<>();

  @BeforeEach
  void configure() {
    smt.configure(Map.of());
  }

  @Test
  @Case("44")
  void should_write_the_text_alone_when_the_converter_is_the_packaged_or_the_default_one()
      throws Exception {
    JsonNode config = new JsonMapper().readTree(CONNECTOR.toFile()).get("config");
    assertThat(config.get("header.converter").asText()).isEqualTo(StringConverter.class.getName());

    for (HeaderConverter converter :
        new HeaderConverter[] {string(), new SimpleHeaderConverter()}) {
      assertThat(bytes(converter))
          .containsEntry("traceparent", TRACEPARENT)
          .containsEntry("zip", "007")
          .containsEntry("list", "[1, \"a\"]");
    }
  }

  /** The control: nobody can join a trace by these. */
  @Test
  @Case("44")
  void should_show_quotes_and_envelopes_when_the_converter_is_json() {
    assertThat(bytes(json(false)))
        .containsEntry("traceparent", "\"" + TRACEPARENT + "\"")
        .containsEntry("zip", "\"007\"");
    assertThat(bytes(json(true)).get("traceparent"))
        .startsWith("{\"schema\":{\"type\":\"string\"")
        .endsWith("\"payload\":\"" + TRACEPARENT + "\"}");
  }

  /**
   * The control is the default converter: it guesses, and its MAP and ARRAY have no member type.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"{\"k\":1,\"z\":\"s\"} | MAP", "[1,\"a\"] | ARRAY"})
  @Case("40")
  void should_be_text_for_a_sink_when_it_reads_with_the_string_converter(
      String nested, Schema.Type guessed) {
    byte[] onTheWire = nested.getBytes(UTF_8);

    SchemaAndValue guess = new SimpleHeaderConverter().toConnectHeader("t", "h", onTheWire);
    assertThat(guess.schema().type()).isEqualTo(guessed);
    assertThat(guess.schema().valueSchema()).isNull();
    assertThatThrownBy(() -> ConnectSchema.validateValue(guess.schema(), guess.value()))
        .as("a sink that puts the header into a row, which asks for the type of the members")
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("No schema defined for ");

    SchemaAndValue text = string().toConnectHeader("t", "h", onTheWire);
    assertThat(text.schema().type()).isEqualTo(Schema.Type.STRING);
    assertThat(text.value()).isEqualTo(nested);
    ConnectSchema.validateValue(text.schema(), text.value());
  }

  private Map<String, String> bytes(HeaderConverter converter) {
    String headers =
        "{\"zip\": \"007\", \"list\": [1, \"a\"], \"traceparent\": \"%s\"}".formatted(TRACEPARENT);
    SourceRecord record = smt.apply(anOutboxInsert().with("headers", headers).build());
    Map<String, String> bytes = new TreeMap<>();
    for (Header header : record.headers()) {
      byte[] value =
          converter.fromConnectHeader("t", header.key(), header.schema(), header.value());
      bytes.put(header.key(), new String(value, UTF_8));
    }
    return bytes;
  }

  private static HeaderConverter string() {
    StringConverter converter = new StringConverter();
    converter.configure(Map.of("converter.type", ConverterType.HEADER.getName()));
    return converter;
  }

  private static HeaderConverter json(boolean schemas) {
    JsonConverter converter = new JsonConverter();
    converter.configure(
        Map.of("converter.type", ConverterType.HEADER.getName(), "schemas.enable", schemas));
    return converter;
  }
}
