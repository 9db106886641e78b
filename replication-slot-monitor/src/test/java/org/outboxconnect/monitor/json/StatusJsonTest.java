package org.outboxconnect.monitor.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.status.ServerBuilder.aServer;
import static org.outboxconnect.monitor.status.SlotBuilder.GIB;
import static org.outboxconnect.monitor.status.SlotBuilder.aSlot;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.outboxconnect.monitor.status.MonitorStatus;
import org.outboxconnect.monitor.status.SlotBuilder;
import org.outboxconnect.monitor.status.Statuses;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StatusJsonTest {

  private static final Path PAGE =
      Path.of(System.getProperty("outbox.root"), "docs/reference/replication-slot-monitor-api.md");
  private static final Pattern ROW = Pattern.compile("^\\| `(\\w+)`", Pattern.MULTILINE);

  /** Their members are named after numbers that rules may add. */
  private static final Set<String> OPEN_OBJECTS = Set.of("evidence");

  @Test
  void should_say_all_about_a_slot() throws IOException {
    JsonNode slot =
        slot(
            aSlot("outbox")
                .retaining(GIB, 3 * GIB)
                .behind(GIB, Duration.ofMillis(1_500))
                .room(7 * GIB, 5_400, 5_400.5)
                .saying(Verdict.LAGGING, Severity.WARNING)
                .saying(Verdict.HORIZON, Severity.WARNING));

    assertThat(slot.at("/server").textValue()).isEqualTo("db");
    assertThat(slot.at("/slot").textValue()).isEqualTo("outbox");
    assertThat(slot.at("/verdict").textValue()).isEqualTo("lagging");
    assertThat(slot.at("/severity").textValue()).isEqualTo("warning");
    assertThat(slot.at("/actions")).hasSize(3);
    assertThat(slot.at("/evidence/confirmed_flat_seconds").longValue()).isEqualTo(400);
    assertThat(slot.at("/further_judgements/0/verdict").textValue()).isEqualTo("horizon");
    assertThat(slot.at("/looked_at").textValue()).isEqualTo("2026-11-30T11:59:56Z");
    assertThat(slot.at("/retained_wal_bytes").longValue()).isEqualTo(3 * GIB);
    assertThat(slot.at("/lag_seconds").doubleValue()).isEqualTo(1.5);
    assertThat(slot.at("/headroom/room_bytes").longValue()).isEqualTo(7 * GIB);
    assertThat(slot.at("/headroom/room_limit").textValue()).isEqualTo("slot_keep_size");
    assertThat(slot.at("/headroom/time_seconds").isNull()).isTrue();
    assertThat(slot.at("/forecast/time_to_exhaustion_seconds").doubleValue()).isEqualTo(5_400.5);
    assertThat(slot.at("/consumer/walsender/state").textValue()).isEqualTo("streaming");
    assertThat(slot.at("/trend")).hasSize(31);
  }

  @Test
  void should_tell_never_from_unknown_when_a_time_is_null() throws IOException {
    JsonNode never =
        slot(aSlot("outbox").room(GIB, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
    assertThat(never.at("/forecast/time_to_exhaustion_seconds").isNull()).isTrue();
    assertThat(never.at("/forecast/time_to_exhaustion_infinite").booleanValue()).isTrue();
    assertThat(never.at("/forecast/outage_budget_infinite").booleanValue()).isTrue();

    JsonNode unknown = slot(aSlot("outbox").lost("wal_removed"));
    assertThat(unknown.at("/forecast/time_to_exhaustion_seconds").isNull()).isTrue();
    assertThat(unknown.at("/forecast/time_to_exhaustion_infinite").booleanValue()).isFalse();
  }

  @Test
  void should_have_the_same_members_when_little_is_known() throws IOException {
    Set<String> all = new TreeSet<>();
    slot(aSlot("outbox")).fieldNames().forEachRemaining(all::add);
    Set<String> few = new TreeSet<>();
    JsonNode missing = slot(aSlot("outbox").missing());
    missing.fieldNames().forEachRemaining(few::add);

    assertThat(few).isEqualTo(all);
    assertThat(missing.at("/retained_wal_bytes").isNull()).isTrue();
    assertThat(missing.at("/present").booleanValue()).isFalse();
  }

  @Test
  void should_say_why_when_something_is_hidden_or_fails() throws IOException {
    JsonNode status =
        json(
            Statuses.of(
                aServer("db")
                    .with(aSlot("outbox").withHiddenSender())
                    .seenByAPlainRole()
                    .failing("08001: no route")));

    assertThat(status.at("/servers/0/failure/detail").textValue()).isEqualTo("08001: no route");
    assertThat(status.at("/servers/0/up").booleanValue()).isFalse();
    assertThat(status.at("/servers/0/look/wal_directory").isNull()).isTrue();
    assertThat(status.at("/slots/0/consumer/walsender_unknown/reason").textValue())
        .isEqualTo("missing_privilege");
    assertThat(status.at("/servers/0/look/identity/system_identifier").isTextual()).isTrue();
  }

  @Test
  void should_keep_hostile_text_as_text() throws IOException {
    JsonNode status = json(Statuses.hostile());

    assertThat(status.at("/slots/0/slot").textValue()).contains("<script>", "\u0000");
  }

  @Test
  void should_write_one_slot_into_an_object_of_somebody_else() throws IOException {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      json.writeFieldName("alert");
      StatusJson.writeSlot(json, Statuses.of(aServer("db").with(aSlot("outbox"))).slots().get(0));
      json.writeEndObject();
    }

    JsonNode alert = new ObjectMapper().readTree(out.toString()).at("/alert");
    assertThat(alert.at("/slot").textValue()).isEqualTo("outbox");
    assertThat(alert.has("trend")).isFalse();
  }

  @Test
  void should_describe_every_member_and_no_other_on_the_reference_page() throws IOException {
    Set<String> described =
        ROW.matcher(Files.readString(PAGE))
            .results()
            .map(row -> row.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(described).isEqualTo(members(json(Statuses.eventful())));
  }

  private static Set<String> members(JsonNode node) {
    Set<String> names = new TreeSet<>();
    node.properties()
        .forEach(
            member -> {
              names.add(member.getKey());
              if (!OPEN_OBJECTS.contains(member.getKey())) {
                names.addAll(members(member.getValue()));
              }
            });
    if (node.isArray()) {
      node.forEach(item -> names.addAll(members(item)));
    }
    return names;
  }

  private static JsonNode slot(SlotBuilder slot) throws IOException {
    return json(Statuses.of(aServer("db").with(slot))).at("/slots/0");
  }

  private static JsonNode json(MonitorStatus status) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StatusJson.writeSlots(status, out);
    return new ObjectMapper().readTree(out.toString(UTF_8));
  }
}
