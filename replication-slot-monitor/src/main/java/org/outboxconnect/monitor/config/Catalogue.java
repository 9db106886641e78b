package org.outboxconnect.monitor.config;

import java.nio.file.Path;
import java.time.Duration;
import org.outboxconnect.monitor.config.Entry.Group;
import org.outboxconnect.monitor.config.Entry.Scalar;

/** All settings there are: what the readers ask for, and what the reference page lists. */
final class Catalogue {

  static final Scalar<MonitorConfig.Listen> LISTEN =
      Scalar.withDefault(
          "listen",
          Shapes.ADDRESS_AND_PORT,
          "127.0.0.1:9188",
          "Where status page, metrics and JSON are served, without password or encryption: put a"
              + " proxy before it to show them to others. Port 0 is any free one.");

  static final Scalar<Duration> POLL_INTERVAL =
      Scalar.withDefault(
          "poll-interval",
          Shapes.duration("1s", "1h"),
          "15s",
          "Time between two looks at a server. A look that is late is left out, never made up for.");

  static final Scalar<Path> HISTORY_DIRECTORY =
      Scalar.optional(
          "history-directory",
          Shapes.FILE,
          "Folder where the load of the last 24 hours is kept over a restart, less than 100 kB for"
              + " each server. Without it forecasts are of low confidence for a day after each"
              + " start.");

  static final Group ROOT =
      Group.one(
          "",
          "The monitor itself.",
          LISTEN,
          POLL_INTERVAL,
          HISTORY_DIRECTORY,
          ThresholdKeys.GROUP,
          ServerKeys.SERVERS,
          ClusterKeys.CLUSTERS,
          WebhookKeys.WEBHOOKS);

  private Catalogue() {}
}
