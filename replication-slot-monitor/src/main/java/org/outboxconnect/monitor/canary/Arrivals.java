package org.outboxconnect.monitor.canary;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.config.CanaryConfig;

/** Sees messages arrive in Kafka. Safe for use by many threads. */
interface Arrivals extends AutoCloseable {

  /** The class that tells whether there is a client. */
  String CLIENT = "org.apache.kafka.clients.consumer.KafkaConsumer";

  /** Looks out for a message from now on. */
  void expect(String text, Instant written);

  /** How long the newest message took that has arrived. */
  Optional<Duration> newest();

  /** Why nothing can be seen, as a sentence. */
  Optional<String> problem();

  @Override
  void close();

  /** Reads from Kafka if that is asked for, and says so if there is no client. */
  static Arrivals of(CanaryConfig.@Nullable Kafka kafka, InstantSource clock) {
    if (kafka == null) {
      return new NoArrivals(null);
    }
    try {
      Class.forName(CLIENT, false, Arrivals.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError missing) {
      return new NoArrivals(
          "Nothing can be seen in Kafka: no kafka-clients there. [Hint: put the jars of"
              + " kafka-clients and slf4j-api into the folder lib beside the monitor's jar]");
    }
    return KafkaArrivals.start(kafka, clock);
  }
}
