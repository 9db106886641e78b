package org.outboxconnect.operations.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.outboxconnect.testing.Case;

/** Several connectors on one server. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TogetherTest {

  private static final String OTHER =
      "name=orders | slot.name=orders | publication.name=orders | topic.prefix=orders";

  @Test
  void should_find_nothing_when_they_share_nothing() {
    assertThat(together(OTHER, Optional.empty())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "slot.name=outbox, shared-slot, REFUSED",
    "topic.prefix=outbox, shared-topic-prefix, WARNING",
    "publication.name=outbox, shared-publication, WARNING"
  })
  @Case("80")
  void should_name_rule_and_files_when_they_share_it(String edit, String rule, Severity severity) {
    assertThat(together(OTHER + " | " + edit, Optional.empty()))
        .singleElement()
        .returns(rule, Finding::rule)
        .returns(severity, Finding::severity)
        .satisfies(finding -> assertThat(finding.message()).contains("[one.json], [two.json]"));
  }

  @Test
  @Case("80")
  void should_refuse_them_when_one_alters_the_publication_that_they_share() {
    assertThat(
            together(
                OTHER + " | publication.name=outbox | publication.autocreate.mode=filtered",
                Optional.empty()))
        .singleElement()
        .returns("shared-publication-altered", Finding::rule)
        .returns(Severity.REFUSED, Finding::severity)
        .returns("publication.name", Finding::key)
        .satisfies(finding -> assertThat(finding.message()).contains("trims the other's tables"));
  }

  @ParameterizedTest
  @CsvSource({"database.hostname=other.internal", "database.port=5433"})
  void should_find_nothing_when_the_same_names_are_on_two_servers(String edit) {
    assertThat(
            together(
                OTHER + " | slot.name=outbox | publication.name=outbox | " + edit,
                Optional.empty()))
        .isEmpty();
  }

  @Test
  void should_find_nothing_when_one_publication_name_is_in_two_databases() {
    assertThat(
            together(
                OTHER + " | publication.name=outbox | database.dbname=other", Optional.empty()))
        .isEmpty();
  }

  @Test
  void should_refuse_them_when_they_share_the_defaults() {
    String edits = "-slot.name | -publication.name | topic.prefix=";
    Map<String, String> files = Map.of("a", text(edits + "a"), "b", text(edits + "b"));

    assertThat(ConnectorCheck.checkTogether(files, Optional.empty()))
        .extracting(Finding::rule)
        .contains("shared-name", "shared-slot", "shared-publication");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 10, 1, 0, too-few-slots, max_replication_slots leaves 0 for 2 connectors",
    "3, 10, 2, 0, too-few-slots, max_replication_slots leaves 1 for 2 connectors",
    "10, 1, 0, 1, too-few-senders, max_wal_senders leaves 0 for 2 connectors",
    "10, 4, 0, 9, too-few-senders, max_wal_senders leaves 0 for 2 connectors"
  })
  @Case("84")
  void should_count_both_when_the_server_is_known(
      int slots, int senders, int otherSlots, int otherSenders, String rule, String message) {
    var limits = new ServerLimits(slots, senders, otherSlots, otherSenders);

    assertThat(together(OTHER, Optional.of(limits)))
        .singleElement()
        .returns(rule, Finding::rule)
        .returns(Severity.REFUSED, Finding::severity)
        .satisfies(finding -> assertThat(finding.message()).startsWith(message));
  }

  @Test
  @Case("84")
  void should_find_nothing_when_just_enough_is_free() {
    assertThat(together(OTHER, Optional.of(new ServerLimits(4, 3, 2, 1)))).isEmpty();
  }

  @Test
  void should_refuse_limits_below_zero() {
    assertThatThrownBy(() -> new ServerLimits(10, -1, 0, 0)).hasMessageContaining("from 0 on");
  }

  @Test
  void should_name_the_file_when_one_cannot_be_read() {
    assertThatThrownBy(
            () ->
                ConnectorCheck.checkTogether(
                    Map.of("a.json", text(""), "b.json", "[]"), Optional.empty()))
        .isInstanceOf(UnreadableConnectorException.class)
        .hasMessageStartingWith("[b.json]: ");
  }

  private static List<Finding> together(String edits, Optional<ServerLimits> server) {
    String other =
        text(edits).replace("\"name\":\"outbox\",\"config\"", "\"name\":\"orders\",\"config\"");
    return ConnectorCheck.checkTogether(Map.of("two.json", other, "one.json", text("")), server);
  }

  private static String text(String edits) {
    return Texts.json(Texts.edited(edits).connector());
  }
}
