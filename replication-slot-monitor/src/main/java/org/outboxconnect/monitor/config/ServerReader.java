package org.outboxconnect.monitor.config;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.forecast.Limits;
import org.outboxconnect.monitor.watch.OutboxMode;
import org.outboxconnect.monitor.watch.OutboxWatch;
import org.outboxconnect.monitor.watch.ServerAccess;

/** Reads the settings of servers. */
final class ServerReader {

  private static final ServerAccess STAND_IN =
      new ServerAccess("jdbc:postgresql:", "nobody", () -> "");

  private final Secrets secrets;

  ServerReader(Secrets secrets) {
    this.secrets = secrets;
  }

  ServerConfig read(Section section) {
    SlotSelection slots = slots(section.one(ServerKeys.SLOTS));
    return new ServerConfig(
        section.get(ServerKeys.NAME),
        access(section),
        slots,
        outboxes(section, slots),
        new Limits(
            section.find(ServerKeys.WAL_VOLUME_SIZE), section.find(ServerKeys.PROVIDER_IDLE_LIMIT)),
        section.get(ServerKeys.WAL_DIRECTORY_INTERVAL),
        canary(section, slots));
  }

  private ServerAccess access(Section section) {
    ServerAccess login =
        new ServerAccess(
            STAND_IN.url(),
            section.get(ServerKeys.USER),
            secrets.password(section, ServerKeys.PASSWORD, ServerKeys.PASSWORD_FILE));
    String url = section.find(ServerKeys.URL);
    try {
      return url == null || url.isEmpty()
          ? login
          : new ServerAccess(url, login.user(), login.password());
    } catch (IllegalArgumentException refused) {
      section.problem(
          ServerKeys.URL,
          ServerKeys.URL.shape().expected(),
          String.valueOf(refused.getMessage()).replaceFirst("\\. \\[Hint: .*", ""),
          "leave out what the monitor sets itself: user, password, options, name and time-outs");
      return login;
    }
  }

  private static SlotSelection slots(Section section) {
    return new SlotSelection(
        section.all(ServerKeys.INCLUDE),
        section.all(ServerKeys.EXCLUDE),
        Set.copyOf(section.all(ServerKeys.EXPECTED)));
  }

  private static List<OutboxWatch> outboxes(Section server, SlotSelection slots) {
    Set<String> tables = new HashSet<>();
    return server.many(ServerKeys.OUTBOXES).stream()
        .map(section -> outbox(section, slots, tables))
        .toList();
  }

  private static OutboxWatch outbox(Section section, SlotSelection slots, Set<String> tables) {
    String schema = section.get(ServerKeys.SCHEMA);
    String table = section.get(ServerKeys.TABLE);
    if (!tables.add(schema + "." + table)) {
      section.problem(ServerKeys.TABLE, "a table once", "it twice", "remove one");
    }
    OutboxMode mode = section.get(ServerKeys.MODE);
    String publication = section.find(ServerKeys.PUBLICATION);
    return new OutboxWatch(schema, table, mode, slot(section, mode, slots), publication);
  }

  private static @Nullable String slot(Section section, OutboxMode mode, SlotSelection slots) {
    String slot = section.find(ServerKeys.SLOT);
    boolean polled = mode == OutboxMode.POLLING;
    if (polled == section.has(ServerKeys.SLOT)) {
      section.problem(
          ServerKeys.SLOT,
          polled ? "no slot, because mode is polling" : "a slot, because mode isn't polling",
          polled ? "one" : "nothing",
          "correct mode or slot");
    } else if (slot != null) {
      requireShown(section, ServerKeys.SLOT, slot, slots);
    }
    return polled ? null : slot == null ? "" : slot;
  }

  private @Nullable CanaryConfig canary(Section server, SlotSelection slots) {
    if (!server.has(CanaryKeys.CANARY)) {
      return null;
    }
    Section section = server.one(CanaryKeys.CANARY);
    List<String> written = section.all(CanaryKeys.SLOTS);
    written.forEach(slot -> requireShown(section, CanaryKeys.SLOTS, slot, slots));
    return new CanaryConfig(
        section.get(CanaryKeys.INTERVAL),
        Set.copyOf(written),
        section.get(CanaryKeys.PREFIX),
        kafka(section, written));
  }

  private CanaryConfig.@Nullable Kafka kafka(Section canary, List<String> slots) {
    if (!canary.has(CanaryKeys.KAFKA)) {
      return null;
    }
    if (slots.size() > 1) {
      canary.problem(
          CanaryKeys.SLOTS,
          "one slot, because kafka names the topic of one",
          slots.size() + " slots",
          "watch the others without kafka, under another name of the server");
    }
    Section section = canary.one(CanaryKeys.KAFKA);
    return new CanaryConfig.Kafka(
        secrets.remembered(section, CanaryKeys.PROPERTIES_FILE), section.get(CanaryKeys.TOPIC));
  }

  static void requireShown(Section section, Entry entry, String slot, SlotSelection slots) {
    if (!slot.isEmpty() && !slots.selects(slot)) {
      section.problem(
          entry,
          "a slot that slots of its server include or expect",
          "[%s], which they leave out".formatted(slot),
          "correct it, or add it to slots.expected");
    }
  }
}
