package org.outboxconnect.monitor.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.Look;
import org.outboxconnect.monitor.sample.ServerSample;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FlatRecordTest {

  @Test
  void should_read_back_what_was_written_of_a_sample() {
    Look look = new Look();
    ServerSample first = look.sample();
    look.now = look.now.plusSeconds(15);
    ServerSample second = look.write(Look.MB).lose().sample();
    Recording.Writer out = new Recording.Writer("a test");
    out.scene("one", true);
    out.add(FlatRecord.of(first));
    out.scene("two", false);
    out.add(FlatRecord.of(second));

    List<Recording.Take> takes = Recording.read(out.text());

    assertThat(takes).extracting(Recording.Take::scene).containsExactly("one", "two");
    assertThat(takes).extracting(Recording.Take::anew).containsExactly(true, false);
    assertThat(takes)
        .extracting(take -> FlatRecord.of(take.sample()))
        .containsExactly(FlatRecord.of(first), FlatRecord.of(second));
    assertThat(FlatRecord.of(first)).isNotEqualTo(FlatRecord.of(second));
  }

  @Test
  void should_leave_out_what_is_absent() {
    Map<String, String> flat = FlatRecord.of(new Look().sample());
    assertThat(flat).doesNotContainKey("slots.0.wal.safeBytes").doesNotContainValue("null");
  }
}
