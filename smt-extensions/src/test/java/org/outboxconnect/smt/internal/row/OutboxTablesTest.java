package org.outboxconnect.smt.internal.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.smt.OutboxRecordBuilder.aRow;
import static org.outboxconnect.smt.OutboxRecordBuilder.anOutboxInsert;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxTablesTest {

  private final OutboxTables tables = new OutboxTables();

  @Test
  void should_look_at_a_schema_once_when_it_comes_again() {
    SourceRecord record = anOutboxInsert().build();

    tables.insertedBy(record);
    tables.insertedBy(record);

    assertThat(tables.size()).isEqualTo(1);
  }

  @Test
  void should_stay_small_and_right_when_the_table_changes_again_and_again() {
    for (int i = 0; i < 100; i++) {
      assertThat(tables.insertedBy(anOutboxInsert().with("added_" + i, "x").build())).isPresent();
      assertThat(tables.insertedBy(aRow().with("added_" + i, "x").build())).isEmpty();
    }

    assertThat(tables.size()).isEqualTo(16);
  }

  @Test
  void should_answer_right_when_many_threads_meet_new_schemas() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Boolean>> looks =
          IntStream.range(0, 2_000).<Callable<Boolean>>mapToObj(i -> () -> isRight(i)).toList();
      for (Future<Boolean> look : threads.invokeAll(looks)) {
        assertThat(look.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(tables.size()).isLessThanOrEqualTo(16);
  }

  private boolean isRight(int i) {
    boolean outbox = i % 2 == 0;
    SourceRecord record = (outbox ? anOutboxInsert() : aRow()).with("c_" + i % 40, "x").build();
    return tables.insertedBy(record).isPresent() == outbox;
  }
}
