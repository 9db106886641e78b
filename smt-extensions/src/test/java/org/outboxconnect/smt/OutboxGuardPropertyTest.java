package org.outboxconnect.smt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxRecordBuilder.EVENT_ID;
import static org.outboxconnect.smt.OutboxRecordBuilder.TRACEPARENT;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import org.apache.kafka.connect.source.SourceRecord;
import org.outboxconnect.smt.internal.guard.AggregateTypes;
import org.outboxconnect.smt.internal.guard.Quarantine;
import org.outboxconnect.smt.internal.guard.RowRules;
import org.outboxconnect.smt.internal.guard.TopicPattern;
import org.outboxconnect.smt.internal.header.HeaderSelection;
import org.outboxconnect.smt.internal.header.JsonTexts;
import org.outboxconnect.smt.internal.row.OutboxRow;
import org.outboxconnect.smt.internal.row.OutboxTables;

/**
 * Any row at all: what the guard lets pass, the rest of the chain can deal with, and what it takes
 * aside passes the rest of the chain untouched.
 */
class OutboxGuardPropertyTest {

  private static final int MAX_BYTES = Quarantine.LEAST_BYTES;

  private static final Map<String, String> HEADER_SETTINGS =
      Map.of("created.at.header", "true", "headers.exclude", "eventType");

  private static final Map<String, String> SETTINGS = new HashMap<>(HEADER_SETTINGS);

  static {
    SETTINGS.put("on.violation", "quarantine");
    SETTINGS.put("payload.max.bytes", Integer.toString(MAX_BYTES));
  }

  @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
  void should_give_a_record_that_kafka_takes_or_a_quarantined_one(
      @ForAll("rows") SourceRecord row) {
    PackagedChain chain = new PackagedChain(SETTINGS);

    SourceRecord checked = chain.guard().apply(row);
    boolean sent = !checked.topic().equals("outbox.quarantine");

    Statistics.label("sent as it is")
        .collect(sent)
        .coverage(share -> share.check(true).percentage(percent -> percent > 10));
    if (sent) {
      assertThat(checked).isSameAs(row);
      requireSendable(chain.afterGuard(checked), sizeByGuard(row));
    } else {
      assertThat(chain.guard().apply(checked)).isSameAs(checked);
      assertThat(chain.afterGuard(checked)).isSameAs(checked);
      if (checked.value() != null) {
        assertThat(chain.routed(checked)).isSameAs(checked);
      }
      assertThat(QuarantinedRecords.headers(checked)).containsKeys("outbox.rule", "outbox.reason");
      assertThat(PackagedChain.serialisedSize(checked)).isLessThanOrEqualTo(MAX_BYTES);
    }
  }

  private static void requireSendable(SourceRecord record, long sizeByGuard) {
    assertThat(record.topic()).matches("[a-zA-Z0-9._-]{1,249}").isNotIn(".", "..");
    assertThat(record.key()).isNotNull();
    assertThat(record.value()).isNotNull();
    assertThat(PackagedChain.serialisedSize(record))
        .isBetween(sizeByGuard - 64, sizeByGuard)
        .isLessThanOrEqualTo(MAX_BYTES);
  }

  /** Rules that find every record too large say how large. */
  private static long sizeByGuard(SourceRecord row) {
    RowRules strict =
        new RowRules(
            new AggregateTypes(Set.of()),
            TopicPattern.parse("${aggregate_type}.events"),
            "outbox.quarantine",
            1,
            HeaderSelection.of(new OutboxHeadersConfig(HEADER_SETTINGS)));
    OutboxRow inserted = new OutboxTables().insertedBy(row).orElseThrow();
    String reason = strict.brokenBy(inserted, row.headers()).reason();
    assertThat(reason).matches("The record would have \\d+ bytes, allowed are 1");
    return Long.parseLong(reason.replaceAll("\\D+(\\d+) bytes.*", "$1"));
  }

  @Provide
  static Arbitrary<SourceRecord> rows() {
    Arbitrary<OutboxRecordBuilder> texts =
        Combinators.combine(
                mostly(EVENT_ID, text()),
                mostly("order", text()),
                mostly("42", text()),
                mostly("OrderPlaced", text()),
                mostly("{\"total\": 1.10}", longText()))
            .as(
                (id, type, key, event, payload) ->
                    anOutboxInsert()
                        .with("id", id)
                        .with("aggregate_type", type)
                        .with("aggregate_id", key)
                        .with("event_type", event)
                        .with("payload", payload));
    return Combinators.combine(texts, headers(), createdAt())
        .as((row, headers, at) -> row.with("headers", headers).with("created_at", at).build())
        .flatMap(row -> given().map(headers -> withHeaders(row, headers)));
  }

  private static SourceRecord withHeaders(SourceRecord row, Map<String, String> headers) {
    headers.forEach(row.headers()::addString);
    return row;
  }

  /** Of other transformations. */
  private static Arbitrary<Map<String, String>> given() {
    Arbitrary<String> texts =
        Arbitraries.of("a", "traceparent", "n".repeat(300), "ä".repeat(1000), "x".repeat(5000));
    return Arbitraries.frequencyOf(
        Tuple.of(3, Arbitraries.just(Map.of())),
        Tuple.of(1, Arbitraries.maps(texts, texts).ofMinSize(1).ofMaxSize(3)));
  }

  private static Arbitrary<String> mostly(String good, Arbitrary<String> any) {
    return Arbitraries.frequencyOf(Tuple.of(5, Arbitraries.just(good)), Tuple.of(2, any))
        .injectNull(0.02);
  }

  /** Also halves of surrogate pairs, as a column of type json can have them. */
  private static Arbitrary<String> text() {
    return Arbitraries.frequencyOf(
        Tuple.of(2, Arbitraries.strings().ascii().ofMaxLength(12)),
        Tuple.of(2, Arbitraries.strings().all().ofMaxLength(12)),
        Tuple.of(
            2, Arbitraries.strings().withChars("a._- é😀\ud83d\ude00\t\u200b").ofMaxLength(12)),
        Tuple.of(1, Arbitraries.of("", " ", ".", "..", "x".repeat(242), "x".repeat(243))),
        Tuple.of(1, Arbitraries.of("é".repeat(900), "%s %d %", "€".repeat(6_000))));
  }

  private static Arbitrary<String> longText() {
    return Arbitraries.strings().withChars("aé€\ud83d\ude00 \"").ofMaxLength(2_500);
  }

  private static Arbitrary<String> headers() {
    Arbitrary<String> names =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.strings().withChars("aé😀_ ").ofMaxLength(6)),
            Tuple.of(
                1,
                Arbitraries.of(
                    "TraceParent", "tracestate", "baggage", "eventType", "id", "__debezium.x")));
    Arbitrary<Object> values =
        Arbitraries.frequencyOf(
            Tuple.of(4, text().map(value -> (Object) value)),
            Tuple.of(1, Arbitraries.of(TRACEPARENT, "a=1,b=2", " a=1 ", 7, true, Map.of("k", 1))));
    Arbitrary<String> objects = Arbitraries.maps(names, values).ofMaxSize(4).map(JsonTexts::of);
    return Arbitraries.frequencyOf(
            Tuple.of(8, objects),
            Tuple.of(1, Arbitraries.of("[]", "null", "{", "", "{\"a\": \"\\ud83d\"}", " {} ")),
            Tuple.of(1, text()))
        .injectNull(0.05);
  }

  private static Arbitrary<String> createdAt() {
    return mostly(
        "2026-11-30T09:15:00.123Z",
        Arbitraries.of(
            "infinity", "", "2026-11-30", "+99999-01-01T00:00:00Z", "0001-01-01T00:00:00+18:00"));
  }
}
