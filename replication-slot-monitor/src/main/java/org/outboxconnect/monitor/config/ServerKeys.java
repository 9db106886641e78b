package org.outboxconnect.monitor.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.outboxconnect.monitor.config.Entry.Group;
import org.outboxconnect.monitor.config.Entry.Scalar;
import org.outboxconnect.monitor.config.Entry.Values;
import org.outboxconnect.monitor.watch.OutboxMode;

/** Settings of the servers to look at. */
final class ServerKeys {

  static final Scalar<String> NAME =
      Scalar.required("name", Shapes.TEXT, "Value of the label `server`; no two have the same.");

  static final Scalar<String> URL =
      Scalar.required(
          "url",
          Shapes.JDBC_URL,
          "JDBC URL of one database of the server, without user, password and time-outs. `sslmode`"
              + " and the like are welcome.");

  static final Scalar<String> USER =
      Scalar.required(
          "user",
          Shapes.TEXT,
          "Role to log in as. Without any right it sees slots and positions; `pg_monitor` shows the"
              + " rest.");

  static final Scalar<String> PASSWORD =
      Scalar.optional("password", Shapes.SECRET, "Its password. Better kept in a file.")
          .insteadOf("password-file");

  static final Scalar<Path> PASSWORD_FILE =
      Scalar.optional(
              "password-file",
              Shapes.FILE,
              "File with the password, read at each connection attempt, so that a new one needs no"
                  + " restart. A line break at its end isn't part of it.")
          .insteadOf("password");

  static final Values<String> INCLUDE =
      new Values<>(
          "include",
          Shapes.SLOT_PATTERN,
          List.of("*"),
          false,
          "Slots to show; `*` stands for anything.");

  static final Values<String> EXCLUDE =
      new Values<>(
          "exclude",
          Shapes.SLOT_PATTERN,
          List.of(),
          false,
          "Slots not to show, of those included.");

  static final Values<String> EXPECTED =
      new Values<>(
          "expected",
          Shapes.SLOT,
          List.of(),
          false,
          "Slots that must be there: always shown, and an alarm when missing.");

  static final Group SLOTS =
      Group.one("slots", "Which slots of the server to show.", INCLUDE, EXCLUDE, EXPECTED);

  static final Scalar<Long> WAL_VOLUME_SIZE =
      Scalar.optional(
          "wal-volume-size",
          Shapes.size(),
          "Size of the volume that holds the WAL, which no query tells; without it and without"
              + " `max_slot_wal_keep_size` there is no forecast. `GB` is a power of ten, `GiB` one"
              + " of two.");

  static final Scalar<Duration> PROVIDER_IDLE_LIMIT =
      Scalar.optional(
          "provider-idle-limit",
          Shapes.duration("1m", "365d"),
          "After how long without a consumer the provider removes a slot; Neon does so after about"
              + " 40 hours.");

  static final Scalar<Duration> WAL_DIRECTORY_INTERVAL =
      Scalar.withDefault(
          "wal-directory-interval",
          Shapes.duration("1s", "1d"),
          "60s",
          "Time between two looks at the size of the WAL directory, the dearest of all probes.");

  static final Scalar<String> SCHEMA =
      Scalar.withDefault("schema", Shapes.TEXT, "public", "Schema of the table, without quotes.");

  static final Scalar<String> TABLE =
      Scalar.withDefault("table", Shapes.TEXT, "outbox", "The table, without quotes.");

  static final Scalar<OutboxMode> MODE =
      Scalar.withDefault(
          "mode",
          Shapes.word(List.of(OutboxMode.values())),
          "transient",
          "How events leave it: `transient` rows come and go in one transaction, `retained` ones"
              + " stay and a slot relays them, `wal-message` has no rows, `polling` has no slot.");

  static final Scalar<String> SLOT =
      Scalar.optional(
          "slot", Shapes.SLOT, "The slot that relays it; needed unless `mode` is `polling`.");

  static final Scalar<String> PUBLICATION =
      Scalar.optional(
          "publication",
          Shapes.TEXT,
          "What the slot's consumer subscribes to, to check that it publishes inserts of the"
              + " table.");

  static final Group OUTBOXES =
      Group.list(
          "outboxes", "Outboxes in the database of `url`.", SCHEMA, TABLE, MODE, SLOT, PUBLICATION);

  static final Group SERVERS =
      Group.list(
          "servers",
          "Databases to connect to, at least one. Several databases of one server are several of"
              + " these; each slot is reported once.",
          NAME,
          URL,
          USER,
          PASSWORD,
          PASSWORD_FILE,
          SLOTS,
          WAL_VOLUME_SIZE,
          PROVIDER_IDLE_LIMIT,
          WAL_DIRECTORY_INTERVAL,
          OUTBOXES,
          CanaryKeys.CANARY);

  private ServerKeys() {}
}
