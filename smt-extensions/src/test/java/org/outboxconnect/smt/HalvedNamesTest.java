package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.outboxconnect.smt.OutboxRecordBuilder.EVENT_ID;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.Map;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Halves of surrogate pairs, which a headers column of type json can hold as escapes. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HalvedNamesTest {

  /** The trap: counted with more bytes than are written, so that the batch can't be read. */
  @ParameterizedTest
  @ValueSource(strings = {"a\ud83d", "\ud83db", "\ude00"})
  void should_break_a_batch_of_kafka_when_a_name_has_half_a_pair(String name) {
    assertThat(read(batch("a\ud83d\ude00"))).isEqualTo(1);

    MemoryRecords broken = batch(name);
    assertThatThrownBy(() -> read(broken)).isInstanceOf(RuntimeException.class);
  }

  private static MemoryRecords batch(String name) {
    Header header = new RecordHeader(name, new byte[] {1});
    return MemoryRecords.withRecords(
        Compression.NONE,
        new SimpleRecord(1L, new byte[] {2}, new byte[] {3}, new Header[] {header}));
  }

  private static int read(MemoryRecords records) {
    int count = 0;
    for (var record : records.records()) {
      record.ensureValid();
      count += record.headers().length;
    }
    return count;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\\ud83d\": \"x\"}",
        "{\"\\ud83db\": \"x\"}",
        "{\"\\ude00\": \"x\"}",
        "{\"\\ude00\\ud83d\": \"x\"}"
      })
  void should_refuse_a_row_when_a_name_has_half_a_pair(String headers) {
    SourceRecord record = anOutboxInsert().with("headers", headers).build();
    PackagedChain excluding = new PackagedChain(Map.of("headers.include", "a"));

    assertThatThrownBy(() -> OutboxGuardTest.guard(Map.of()).apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageContainingAll(EVENT_ID, "rule [headers]", "half a character in its name");
    assertThatThrownBy(() -> new PackagedChain(Map.of()).afterGuard(record))
        .isInstanceOf(DataException.class)
        .hasMessageContainingAll(EVENT_ID, "half a character", "[Hint: jsonb, other than json");
    assertThat(excluding.relayed(record).topic()).isEqualTo("order.events");
  }

  @Test
  void should_send_a_question_mark_when_a_value_has_half_a_pair_and_whole_pairs_as_they_are() {
    SourceRecord record =
        anOutboxInsert()
            .with("headers", "{\"\\ud83d\\ude00\": \"\\ude00\", \"b\": \"\\ud83d\\ude00\"}")
            .build();

    SourceRecord sent = new PackagedChain(Map.of()).relayed(record);

    // id's converter is the packaged one, as for all headers
    assertThat(PackagedChain.bytes(sent, "\ud83d\ude00")).isEqualTo(new byte[] {'?'});
    assertThat(PackagedChain.bytes(sent, "b")).hasSize(4);
  }
}
