package org.outboxconnect.monitor.staged;

import java.util.List;
import java.util.Map;

/** The known ways in which slots fail, in a few words each, and why some of them aren't staged. */
final class CatalogueOfCases {

  /** The first one is case 1. */
  static final List<String> CASES =
      List.of(
          "replicas are gone, their slots fill the volume",
          "an expired certificate or password keeps consumers away for good",
          "a slot that a tool has left behind",
          "a connector was retired, its slot wasn't",
          "all is green, and hundreds of gigabytes are kept",
          "a subscriber has left, or hangs, and nobody notices",
          "the disk is full of WAL, and the server can't start",
          "a cluster manager drops a slot too early",
          "a logical slot is left on a demoted primary",
          "the outbox is idle, and its slot is lost in the end",
          "a busy neighbour: another database, or tables that nobody captures",
          "an idle server that ends a large segment of WAL every five minutes",
          "filters drop every event",
          "the engine has ended silently, and Kafka Connect says RUNNING",
          "the product around the engine never confirms",
          "confirming blocks the thread that stores offsets",
          "the consumer fails at the same change again and again",
          "a failover slot waits for a dead standby",
          "the connector is RUNNING, its task FAILED, the slot looks perfect",
          "the task hangs, and Kafka Connect says RUNNING",
          "out of memory has ended a thread, and Kafka Connect says RUNNING",
          "the slot is lost, and the connector retries for half an hour",
          "the server was replaced, and the task doesn't come back by itself",
          "an old transaction pins the slot's WAL",
          "one huge transaction fills the data directory while it is decoded",
          "a large transaction that no connection survives",
          "the making of a slot waits for running transactions",
          "the slot was made anew, and the connector goes on",
          "a failover makes the slot anew at the end of WAL",
          "the offsets kept are older than the slot",
          "an upgrade drops all slots",
          "the connector's strategy skips what the slot no longer has",
          "a standby's slot holds the horizon of the primary",
          "a forgotten slot holds the horizon: catalogs grow, plans go bad",
          "the cap is reached, and the slot is lost until somebody acts",
          "the provider, or a timeout, ends slots that nobody uses",
          "the publication is missing, or younger than the slot",
          "the archiver has stopped, and the slot is blamed",
          "the monitor itself becomes the outage",
          "temporary slots raise alarms",
          "two connectors use one slot");

  /** Cases that no test stages, with the reason. */
  static final Map<Integer, String> NOT_STAGED =
      Map.of(
          13, "as 10: a filter that drops all leaves the same picture as an idle outbox",
          30, "as 28: whichever of the two was made anew, the slot is ahead of the offsets",
          32, "as 28: the strategy decides what the connector does, not what the server shows",
          39, "no verdict: a rule for the monitor's own sessions, held by `HarmlessIT`");

  private CatalogueOfCases() {}
}
