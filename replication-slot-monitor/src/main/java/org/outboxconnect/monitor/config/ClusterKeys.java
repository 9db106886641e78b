package org.outboxconnect.monitor.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.outboxconnect.monitor.config.Entry.Group;
import org.outboxconnect.monitor.config.Entry.Scalar;
import org.outboxconnect.monitor.config.Entry.Values;

/** Settings of the clusters of Kafka Connect. */
final class ClusterKeys {

  private static final int MOST_ATTEMPTS = 1_000;

  static final Scalar<String> NAME =
      Scalar.required(
          "name", Shapes.TEXT, "Value of the label `connect_cluster`; no two have the same.");

  static final Values<URI> URLS =
      new Values<>(
          "urls",
          Shapes.WEB_URL,
          List.of(),
          true,
          "REST interfaces of its workers, tried in order; without user and password.");

  static final Scalar<String> USER =
      Scalar.optional("user", Shapes.TEXT, "User for HTTP basic authentication.");

  static final Scalar<String> PASSWORD =
      Scalar.optional("password", Shapes.SECRET, "The user's password. Better kept in a file.")
          .insteadOf("password-file");

  static final Scalar<Path> PASSWORD_FILE =
      Scalar.optional("password-file", Shapes.FILE, "File with the password, read at each request.")
          .insteadOf("password");

  static final Scalar<String> CONNECTOR =
      Scalar.required("name", Shapes.TEXT, "Name of the connector.");

  static final Scalar<String> SERVER =
      Scalar.required("server", Shapes.TEXT, "`name` of the server of its slot.");

  static final Scalar<String> SLOT =
      Scalar.required("slot", Shapes.SLOT, "The slot that it reads from.");

  static final Group CONNECTORS =
      Group.list("connectors", "Connectors that read from slots.", CONNECTOR, SERVER, SLOT);

  static final Scalar<Long> ATTEMPTS =
      Scalar.withDefault(
          "attempts",
          Shapes.number(1, MOST_ATTEMPTS),
          "5",
          "After so many restarts in a row a task is left alone.");

  static final Scalar<Duration> FIRST_WAIT =
      Scalar.withDefault(
          "first-wait",
          Shapes.duration("1s", "1d"),
          "1m",
          "Time between the failure and the first restart; doubles with each one.");

  static final Scalar<Duration> LONGEST_WAIT =
      Scalar.withDefault(
          "longest-wait",
          Shapes.duration("1s", "1d"),
          "30m",
          "Where doubling stops; a task that has run for so long begins anew.");

  static final Group RESTART =
      Group.one(
          "restart-failed-tasks",
          "Restarts tasks that have failed. Off unless given: a task that fails for a reason that"
              + " stays fails again.",
          ATTEMPTS,
          FIRST_WAIT,
          LONGEST_WAIT);

  static final Group CLUSTERS =
      Group.list(
          "connect-clusters",
          "Clusters of Kafka Connect, to show what they say about the connectors of the slots.",
          NAME,
          URLS,
          USER,
          PASSWORD,
          PASSWORD_FILE,
          CONNECTORS,
          RESTART);

  private ClusterKeys() {}
}
