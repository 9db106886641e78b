package org.outboxconnect.monitor.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.sample.ConnectSample.Task;
import org.outboxconnect.monitor.sample.Lsn;

/** Answers as a worker of Connect 4.4 gives them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AnswersTest {

  @Test
  void should_read_a_status_and_leave_the_trace_out() throws Exception {
    ConnectorState state =
        ConnectorState.of(
            bytes(
                """
                {"name":"outbox","connector":{"state":"RUNNING","worker_id":"a:8083","version":"1"},
                 "tasks":[{"id":0,"state":"FAILED","worker_id":"b:8083","trace":"secret\\n\\tat"},
                          {"id":1,"state":"RUNNING","worker_id":"a:8083"}],"type":"source"}
                """));
    assertThat(state.state()).isEqualTo("RUNNING");
    assertThat(state.tasks())
        .containsExactly(new Task(0, "FAILED", "b:8083"), new Task(1, "RUNNING", "a:8083"));
    assertThat(state.toString()).doesNotContain("secret");
  }

  @Test
  void should_take_the_commit_and_else_the_last_change_of_the_connectors_own_partition()
      throws Exception {
    String two =
        """
        {"offsets":[
          {"partition":{"server":"old"},"offset":{"lsn_commit":1,"lsn_proc":2}},
          {"partition":{"server":"outbox"},
           "offset":{"lsn_proc":98765432104,"messageType":"INSERT","lsn_commit":98765432100,
                     "lsn":98765432101,"txId":7,"ts_usec":1}}]}
        """;
    assertThat(CommittedPosition.of(bytes(two), "outbox")).contains(new Lsn(98_765_432_100L));
    assertThat(CommittedPosition.of(bytes(two), "third")).isEmpty();
    assertThat(CommittedPosition.of(bytes(two), null)).isEmpty();
    String one =
        """
        {"offsets":[{"partition":{"server":"outbox"},"offset":{"lsn_commit":null,"lsn_proc":42}}]}
        """;
    assertThat(CommittedPosition.of(bytes(one), null)).contains(new Lsn(42));
    assertThat(CommittedPosition.of(bytes("{\"offsets\":[]}"), "outbox")).isEmpty();
  }

  @Test
  void should_keep_no_setting_but_those_it_needs() throws Exception {
    ConnectorSettings settings =
        ConnectorSettings.of(
            bytes(
                """
                {"name":"outbox","slot.name":"outbox","topic.prefix":"outbox",
                 "database.password":"geheim"}
                """));
    assertThat(settings.toString()).doesNotContain("geheim");
    assertThat(settings.prefix()).isEqualTo("outbox");
  }

  @Test
  void should_compare_with_offsets_only_when_the_connector_confirms_by_them() throws Exception {
    assertThat(settings("{}").confirmsByOffsets()).isTrue();
    assertThat(settings("{\"lsn.flush.mode\":\"connector\"}").confirmsByOffsets()).isTrue();
    for (String mode : List.of("connector_and_driver", "manual", "something_new")) {
      assertThat(settings("{\"lsn.flush.mode\":\"%s\"}".formatted(mode)).confirmsByOffsets())
          .isFalse();
    }
    assertThat(settings("{\"flush.lsn.source\":\"false\"}").confirmsByOffsets()).isFalse();
  }

  @Test
  void should_know_the_same_slot_by_its_name_and_server() throws Exception {
    String text =
        """
        {"connector.class":"P","slot.name":"%s","database.hostname":"%s","database.port":"5432"}
        """;
    ConnectorSettings ours = settings(text.formatted("outbox", "${env:DB}"));
    assertThat(ours.meansSameSlotAs(settings(text.formatted("outbox", "${env:DB}")))).isTrue();
    assertThat(ours.meansSameSlotAs(settings(text.formatted("outbox", "other")))).isFalse();
    assertThat(ours.meansSameSlotAs(settings(text.formatted("orders", "${env:DB}")))).isFalse();
    assertThat(settings("{}").meansSameSlotAs(settings("{}"))).isFalse();
  }

  @Property
  void should_never_throw_on_garbage(@ForAll String garbage) {
    byte[] json = bytes(garbage);
    Answers.read(json, ConnectorState::of);
    Answers.read(json, ConnectorSettings::of);
    Answers.read(json, text -> CommittedPosition.of(text, "outbox"));
  }

  private static ConnectorSettings settings(String json) throws Exception {
    return ConnectorSettings.of(bytes(json));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
