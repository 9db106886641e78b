package org.outboxconnect.monitor;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.outboxconnect.monitor.sample.Archiver;
import org.outboxconnect.monitor.sample.Checkpoint;
import org.outboxconnect.monitor.sample.ConnectSample;
import org.outboxconnect.monitor.sample.Lsn;
import org.outboxconnect.monitor.sample.OpenTransactions;
import org.outboxconnect.monitor.sample.OpenTransactions.Oldest;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.OutboxStatistics;
import org.outboxconnect.monitor.sample.Publication;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.sample.ServerIdentity;
import org.outboxconnect.monitor.sample.ServerPosition;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.Settings;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.SlotStatistics;
import org.outboxconnect.monitor.sample.Surroundings;
import org.outboxconnect.monitor.sample.WaitingRows;
import org.outboxconnect.monitor.sample.WalDirectory;
import org.outboxconnect.monitor.sample.WalSender;
import org.outboxconnect.monitor.sample.WalStatus;
import org.outboxconnect.monitor.watch.OutboxMode;
import org.outboxconnect.monitor.watch.OutboxWatch;

/** What a poll sees, to be changed from look to look; it begins as a healthy slot of an outbox. */
public final class Look {

  public static final long MB = 1L << 20;
  public static final String SLOT = "outbox";

  public Instant now = Instant.parse("2026-11-30T00:00:00Z");
  public long systemIdentifier = 7;
  public int timeline = 1;
  public Instant startedAt = Instant.EPOCH;
  public boolean standby;
  public boolean present = true;
  public boolean logical = true;
  public boolean active = true;
  public int pid = 4711;
  public String application = "app";
  public boolean synced;
  public boolean senderVisible = true;
  public Duration inactiveFor;
  public long head = 1_024 * MB;
  public Long restart = head;
  public Long confirmed = head;
  public long sent = head;
  public Instant replyTime = now;
  public String waitEvent;
  public WalStatus status = WalStatus.RESERVED;
  public Long safeBytes;
  public String invalidation;
  public long catalogXminAge;
  public Duration writer;
  public boolean writersVisible = true;
  public long spilled;
  public long transactions;
  public Instant statisticsReset;
  public OutboxMode mode = OutboxMode.TRANSIENT;
  public long inserted;
  public WaitingRows waiting = WaitingRows.NONE;
  public Publication publication = new Publication("outbox", true, true, true);
  public ConnectSample connector;
  public Duration checkpointAge = Duration.ofMinutes(1);
  public Archiver archiver;
  public Long walDirectoryBytes;
  public final Map<String, Settings.Value> settings =
      new HashMap<>(
          Map.of(
              "wal_segment_size", new Settings.Value("16777216", "B"),
              "checkpoint_timeout", new Settings.Value("300", "s"),
              "max_slot_wal_keep_size", new Settings.Value("-1", "MB")));

  public Look write(long bytes) {
    head += bytes;
    if (safeBytes != null) {
      safeBytes -= bytes;
    }
    return this;
  }

  public Look decode() {
    sent = head;
    transactions++;
    return this;
  }

  public Look reply() {
    replyTime = now;
    return this;
  }

  public Look confirm() {
    confirmed = head;
    return this;
  }

  public Look release() {
    if (safeBytes != null) {
      safeBytes += confirmed - restart;
    }
    restart = confirmed;
    return this;
  }

  /** What a consumer does that is well. */
  public Look consume() {
    return decode().reply().confirm().release();
  }

  /** Limits what the slot may retain, and leaves so much room. */
  public Look cap(long bytes) {
    settings.put("max_slot_wal_keep_size", new Settings.Value(Long.toString(bytes / MB), "MB"));
    safeBytes = bytes;
    return this;
  }

  public Look lose() {
    status = WalStatus.LOST;
    restart = null;
    safeBytes = null;
    active = false;
    return this;
  }

  public ServerSample sample() {
    return new ServerSample(
        now,
        180004,
        new ServerPosition(standby, new Lsn(head), new Lsn(head)),
        present ? List.of(slot()) : List.of(),
        surroundings(),
        List.of(outbox()),
        connector == null ? Map.of() : Map.of(SLOT, connector));
  }

  public SlotSample slot() {
    return new SlotSample(
        new SlotSample.Identity(SLOT, logical, logical ? "pgoutput" : null, logical ? "app" : null),
        new SlotSample.Use(active, active ? pid : null, inactiveFor),
        new SlotSample.Holds(lsn(restart), logical ? lsn(confirmed) : null, null, catalogXminAge),
        new SlotSample.Wal(status, safeBytes, invalidation, null),
        new SlotSample.Flags(false, null, false, synced),
        sender());
  }

  private static Lsn lsn(Long bytes) {
    return bytes == null ? null : new Lsn(bytes);
  }

  private Reading<WalSender> sender() {
    if (!active) {
      return Reading.unknown(Reason.NOT_APPLICABLE, "");
    }
    return senderVisible
        ? Reading.known(
            new WalSender(
                application, "streaming", new Lsn(sent), replyTime, Duration.ZERO, waitEvent))
        : Reading.unknown(Reason.MISSING_PRIVILEGE, "pg_read_all_stats");
  }

  public Surroundings surroundings() {
    return new Surroundings(
        Reading.known(new ServerIdentity(systemIdentifier, timeline, startedAt)),
        Reading.known(new Settings(settings)),
        Reading.known(new Checkpoint(checkpointAge, new Lsn(0))),
        writers(),
        Reading.known(new OpenTransactions(0, null)),
        Reading.known(
            Map.of(SLOT, new SlotStatistics(0, spilled, 0, transactions, 0, statisticsReset))),
        archiver == null ? Reading.unknown(Reason.NOT_APPLICABLE, "") : Reading.known(archiver),
        walDirectoryBytes == null
            ? Reading.unknown(Reason.MISSING_PRIVILEGE, "pg_monitor")
            : Reading.known(new WalDirectory(1, walDirectoryBytes)));
  }

  private Reading<OpenTransactions> writers() {
    if (!writersVisible) {
      return Reading.unknown(Reason.MISSING_PRIVILEGE, "pg_read_all_stats");
    }
    return Reading.known(
        writer == null
            ? new OpenTransactions(0, null)
            : new OpenTransactions(1, new Oldest(writer, "other", "99 batch")));
  }

  private OutboxSample outbox() {
    return new OutboxSample(
        new OutboxWatch("public", "outbox", mode, SLOT, "outbox"),
        Reading.known(publication),
        Reading.known(new OutboxStatistics(0, 0, inserted, inserted)),
        Reading.known(waiting));
  }
}
