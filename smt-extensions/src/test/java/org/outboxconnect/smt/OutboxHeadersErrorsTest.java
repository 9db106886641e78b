package org.outboxconnect.smt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.outboxconnect.smt.OutboxRecordBuilder.EVENT_ID;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.outboxconnect.smt.internal.header.JsonTexts;

/** What {@link OutboxHeaders} refuses, and that its words give nothing away. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxHeadersErrorsTest {

  private static final String EVENT =
      "event [%s] of table [public.outbox] on topic [outbox.public.outbox] at LSN [4711]"
          .formatted(EVENT_ID);

  private final OutboxHeaders<SourceRecord> smt = new OutboxHeaders<>();

  @BeforeEach
  void configure() {
    smt.configure(Map.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"headers", "event_type"})
  void should_name_event_table_and_column_when_a_column_is_missing(String column) {
    SourceRecord record = anOutboxInsert().without(column).build();

    assertThatThrownBy(() -> smt.apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith(EVENT + " has no column [" + column + "], found columns [id, ")
        .hasMessageContaining("[Hint: add it to the column list of the publication");
  }

  @Test
  void should_say_that_the_event_is_unknown_when_the_id_is_missing() {
    SourceRecord record = anOutboxInsert().without("id").build();

    assertThatThrownBy(() -> smt.apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageContainingAll("event [unknown] of table [public.outbox]", "no column [id]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "event_type"})
  void should_refuse_a_null_when_the_contract_forbids_it(String column) {
    SourceRecord record = anOutboxInsert().with(column, null).build();

    assertThatThrownBy(() -> smt.apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageContainingAll("Column [" + column + "] of event [", "is NULL", "[Hint: ");
  }

  @Test
  void should_name_the_type_when_a_column_is_no_text() {
    SourceRecord record = anOutboxInsert().with("headers", 7L).build();

    assertThatThrownBy(() -> smt.apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(
            "Column [headers] of %s has type [INT64], expected a text.".formatted(EVENT));
  }

  @Test
  void should_say_where_when_the_headers_are_no_json() {
    SourceRecord record = anOutboxInsert().with("headers", "{\"a\": \"b\"").build();

    assertThatThrownBy(() -> smt.apply(record))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "Column [headers] of %s holds no JSON from character 9 of 9 on. [Hint: it must be jsonb]",
            EVENT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id",
        "eventId",
        "eventType",
        "createdAt",
        "__debezium.context.taskId",
        "__connect.errors.topic"
      })
  void should_refuse_a_member_when_its_name_is_reserved(String name) {
    SourceRecord record = anOutboxInsert().with("headers", JsonTexts.of(Map.of(name, "x"))).build();

    assertThatThrownBy(() -> smt.apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageContainingAll(
            "Column [headers] of " + EVENT + " asks for header [" + told(name) + "]",
            "[Hint: rename it where the event is written; headers.exclude="
                + told(name)
                + " drops it]");
  }

  /** What follows on these was made up by the row, so it is content. */
  private static String told(String name) {
    return name.replaceFirst("^(__debezium|__connect).*", "$1…");
  }

  @Test
  void should_ignore_a_reserved_member_when_its_value_is_null() {
    SourceRecord record = anOutboxInsert().with("headers", "{\"eventId\": null}").build();

    assertThat(OutboxHeadersTest.texts(smt.apply(record))).containsEntry("eventId", EVENT_ID);
  }

  @Test
  void should_keep_content_out_of_messages_and_logs_when_anything_goes_wrong() {
    String marked = "DE00MARKED";
    smt.configure(Map.of("created.at.header", "true"));
    List<SourceRecord> records =
        List.of(
            aMarkedInsert(marked).with("headers", "{\"iban\": " + marked + "}").build(),
            aMarkedInsert(marked).with("headers", "{\"id\": \"" + marked + "\"}").build(),
            aMarkedInsert(marked).with("headers", "{\"traceparent\": \"" + marked + "\"}").build(),
            aMarkedInsert(marked).with("event_type", null).build(),
            aMarkedInsert(marked).without("headers").build(),
            aMarkedInsert(marked).with("headers", "{}").with("created_at", marked).build(),
            aMarkedInsert(marked).build());

    String words = logged(() -> records.forEach(record -> applied(record)));

    assertThat(words)
        .contains("Left out [traceparent] of event [" + EVENT_ID + "]")
        .contains("DataException")
        .doesNotContain(marked);
  }

  private static OutboxRecordBuilder aMarkedInsert(String marked) {
    return anOutboxInsert()
        .with("payload", "{\"iban\": \"" + marked + "\"}")
        .with("created_at", "2026-11-30T09:15:00Z")
        .with("headers", "{\"iban\": \"" + marked + "\"}");
  }

  /** Prints what the task's log would hold of an exception: all causes with their messages. */
  private void applied(SourceRecord record) {
    Throwable thrown = catchThrowable(() -> smt.apply(record));
    if (thrown != null) {
      StringWriter trace = new StringWriter();
      thrown.printStackTrace(new PrintWriter(trace, true));
      System.err.print(trace);
    }
  }

  /** The test log goes to standard error; level DEBUG is on for our packages. */
  private static String logged(Runnable action) {
    PrintStream original = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(original);
    }
    return log.toString(UTF_8);
  }
}
