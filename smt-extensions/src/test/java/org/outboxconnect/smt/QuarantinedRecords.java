package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

/** Reads quarantined records. */
final class QuarantinedRecords {

  private QuarantinedRecords() {}

  /** The text of a header, or null. */
  static String header(SourceRecord record, String name) {
    return headers(record).get(name);
  }

  /** All headers, each once and text. */
  static Map<String, String> headers(SourceRecord record) {
    Map<String, String> texts = new TreeMap<>();
    for (Header header : record.headers()) {
      assertThat(header.schema().type()).isEqualTo(Schema.Type.STRING);
      assertThat(texts.put(header.key(), (String) header.value()))
          .as("second header " + header.key())
          .isNull();
    }
    return texts;
  }
}
