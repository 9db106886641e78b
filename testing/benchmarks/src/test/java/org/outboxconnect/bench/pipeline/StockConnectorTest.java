package org.outboxconnect.bench.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.bench.event.BenchEvent;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StockConnectorTest {

  @Test
  void should_give_a_reason_for_every_setting_of_stock() throws Exception {
    JsonNode stock =
        new ObjectMapper()
            .readTree(
                Path.of(System.getProperty("outbox.root"), "testing/benchmarks/stock.json")
                    .toFile());

    assertThat(stock.get("reasons").fieldNames())
        .toIterable()
        .containsAll(() -> stock.get("config").fieldNames());
    assertThat(stock.get("reasons")).allSatisfy(reason -> assertThat(reason.asText()).isNotBlank());
  }

  @Test
  void should_read_the_sequence_back_from_what_jsonb_makes_of_the_payload() {
    assertThat(BenchEvent.sequenceOf("{\"n\": 417, \"note\": \"x\", \"status\": \"placed\"}"))
        .isEqualTo(417);
  }
}
