package org.outboxconnect.monitor.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.outboxconnect.monitor.config.Entry.Group;
import org.outboxconnect.monitor.config.Entry.Scalar;
import org.outboxconnect.monitor.config.Entry.Values;

/** Settings of the canary. */
final class CanaryKeys {

  static final Scalar<Duration> INTERVAL =
      Scalar.withDefault(
          "interval", Shapes.duration("1s", "1d"), "60s", "Time between two messages.");

  static final Values<String> SLOTS =
      new Values<>(
          "slots",
          Shapes.SLOT,
          List.of(),
          true,
          "Slots that have to confirm them; logical ones of the database of `url`.");

  static final Scalar<String> PREFIX =
      Scalar.withDefault(
          "prefix",
          Shapes.TEXT,
          "outbox-canary",
          "Prefix of the message. A connector need not relay it; for `kafka` it must, so that"
              + " `message.prefix.include.list` has to name it.");

  static final Scalar<Path> PROPERTIES_FILE =
      Scalar.required(
          "properties-file",
          Shapes.FILE,
          "Settings of the Kafka consumer as a properties file: `bootstrap.servers`, and what it"
              + " takes to log in.");

  static final Scalar<String> TOPIC =
      Scalar.required(
          "topic", Shapes.TEXT, "Topic of the messages; Debezium's is `<topic.prefix>.message`.");

  static final Group KAFKA =
      Group.one(
          "kafka",
          "Where the message arrives in Kafka, of the only slot in `slots`. Needs `kafka-clients`"
              + " and `slf4j-api` in the folder `lib` beside the jar.",
          PROPERTIES_FILE,
          TOPIC);

  static final Group CANARY =
      Group.one(
          "canary",
          "Writes a transactional message to the WAL now and then, and measures how long the slot's"
              + " consumer takes to confirm it. Off unless given. The only thing that the monitor"
              + " writes; it works as a heartbeat does, and so hides idle pinning.",
          INTERVAL,
          SLOTS,
          PREFIX,
          KAFKA);

  private CanaryKeys() {}
}
