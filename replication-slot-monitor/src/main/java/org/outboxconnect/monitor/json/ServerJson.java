package org.outboxconnect.monitor.json;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.Archiver;
import org.outboxconnect.monitor.sample.Checkpoint;
import org.outboxconnect.monitor.sample.OpenTransactions;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.OutboxStatistics;
import org.outboxconnect.monitor.sample.Publication;
import org.outboxconnect.monitor.sample.ServerIdentity;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.Surroundings;
import org.outboxconnect.monitor.sample.WaitingRows;
import org.outboxconnect.monitor.status.Look;
import org.outboxconnect.monitor.status.OutboxStatus;
import org.outboxconnect.monitor.status.ProbeResult;
import org.outboxconnect.monitor.status.ServerStatus;

/** Members of a server's object. */
record ServerJson(Fields fields, ServerStatus server) {

  void write(boolean stale) throws IOException {
    fields
        .text("server", server.server())
        .flag("up", server.isUp())
        .flag("stale", stale)
        .time("last_attempt", server.lastAttempt())
        .why("failure", server.failure())
        .count("polls", server.polls())
        .count("failed_polls", server.failedPolls())
        .object("look", server.look(), this::look)
        .objects(
            "events",
            server.events(),
            event ->
                fields
                    .time("at", event.at())
                    .text("event", event.kind())
                    .text("text", event.text()));
  }

  private void look(Look look) throws IOException {
    ServerSample sample = look.sample();
    fields
        .time("at", look.at())
        .seconds("poll_duration_seconds", look.took())
        .count("server_version_num", (long) sample.version())
        .flag("standby", sample.position().standby())
        .lsn("head_lsn", sample.position().head())
        .lsn("decodable_lsn", sample.position().decodable())
        .count("wal_written_bytes", look.writtenBytes());
    surroundings(sample.around());
    fields.objects("outboxes", look.outboxes(), this::outbox);
    fields.objects(
        "probes",
        ProbeResult.of(look),
        probe ->
            fields
                .text("probe", probe.probe())
                .flag("success", probe.success())
                .why("unknown", probe.reading()));
  }

  private void surroundings(Surroundings around) throws IOException {
    Checkpoint checkpoint = around.checkpoint().value().orElse(null);
    fields
        .object("identity", around.identity().value().orElse(null), this::identity)
        .seconds("checkpoint_age_seconds", checkpoint == null ? null : checkpoint.age())
        .object("transactions", around.writers().value().orElse(null), this::transactions)
        .object("prepared_transactions", around.prepared().value().orElse(null), this::transactions)
        .object("archiver", around.archiver().value().orElse(null), this::archiver)
        .object(
            "wal_directory",
            around.walDirectory().value().orElse(null),
            found -> fields.count("files", found.files()).count("bytes", found.bytes()));
  }

  /** The system identifier needs more digits than a number in JavaScript has. */
  private void identity(ServerIdentity identity) throws IOException {
    fields
        .text("system_identifier", Long.toUnsignedString(identity.systemIdentifier()))
        .count("timeline", (long) identity.timeline())
        .time("started_at", identity.startedAt());
  }

  private void transactions(OpenTransactions open) throws IOException {
    fields
        .count("count", open.count())
        .object(
            "oldest",
            open.oldest(),
            oldest ->
                fields
                    .seconds("age_seconds", oldest.age())
                    .text("database", oldest.database())
                    .text("who", oldest.who()));
  }

  private void archiver(Archiver archiver) throws IOException {
    fields
        .flag("failing", archiver.isFailing())
        .count("archived", archiver.archived())
        .count("failed", archiver.failed())
        .seconds("since_archived_seconds", archiver.sinceArchived())
        .seconds("since_failed_seconds", archiver.sinceFailed());
  }

  private void outbox(OutboxStatus outbox) throws IOException {
    OutboxSample sample = outbox.sample();
    fields
        .text("schema", sample.watch().schema())
        .text("table", sample.watch().table())
        .label("mode", sample.watch().mode())
        .text("slot", sample.watch().slot())
        .seconds("oldest_unpublished_age_seconds", outbox.oldestUnpublished())
        .count("unpublished_rows", sample.waiting().value().map(WaitingRows::count).orElse(null));
    statistics(sample.statistics().value().orElse(null));
    fields.object("publication", sample.publication().value().orElse(null), this::publication);
  }

  private void statistics(@Nullable OutboxStatistics known) throws IOException {
    fields.object(
        "statistics",
        known,
        statistics ->
            fields
                .count("rows", statistics.rows())
                .count("dead_rows", statistics.deadRows())
                .count("inserted_rows", statistics.inserted())
                .count("deleted_rows", statistics.deleted()));
  }

  private void publication(Publication publication) throws IOException {
    fields
        .text("publication", publication.name())
        .flag("exists", publication.exists())
        .flag("publishes_inserts", publication.inserts())
        .flag("has_table", publication.hasTable());
  }
}
