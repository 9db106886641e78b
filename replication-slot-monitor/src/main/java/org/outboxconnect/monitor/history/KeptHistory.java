package org.outboxconnect.monitor.history;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.history.SlotHistory.Marks;
import org.outboxconnect.monitor.sample.Lsn;

/** What is kept of a history over a restart of the monitor: about 12 kB and 60 bytes per slot. */
final class KeptHistory {

  private static final int MOST_SLOTS = 10_000;

  private final Continuity server;
  private final Instant oldestMinute;
  private final long[] positions;
  private final Map<String, Marks> marks;

  KeptHistory(Continuity server, Instant oldestMinute, long[] positions, Map<String, Marks> marks) {
    this.server = server;
    this.oldestMinute = oldestMinute;
    this.positions = positions.clone();
    this.marks = Map.copyOf(marks);
  }

  Continuity server() {
    return server;
  }

  Instant oldestMinute() {
    return oldestMinute;
  }

  long[] positions() {
    return positions.clone();
  }

  Map<String, Marks> marks() {
    return marks;
  }

  void write(DataOutputStream out) throws IOException {
    writeLong(out, server.systemIdentifier());
    Integer timeline = server.timeline();
    writeLong(out, timeline == null ? null : timeline.longValue());
    out.writeLong(server.head().bytes());
    out.writeLong(oldestMinute.toEpochMilli());
    out.writeInt(positions.length);
    for (long position : positions) {
      out.writeLong(position);
    }
    out.writeInt(marks.size());
    for (Map.Entry<String, Marks> slot : marks.entrySet()) {
      out.writeUTF(slot.getKey());
      writeChange(out, slot.getValue().confirmed());
      writeChange(out, slot.getValue().restart());
    }
  }

  private static void writeChange(DataOutputStream out, @Nullable LastChange<Lsn> change)
      throws IOException {
    Lsn value = change == null ? null : change.value();
    writeLong(out, value == null ? null : value.bytes());
    out.writeLong(change == null ? 0 : change.since().toEpochMilli());
  }

  private static void writeLong(DataOutputStream out, @Nullable Long value) throws IOException {
    out.writeBoolean(value != null);
    out.writeLong(value == null ? 0 : value);
  }

  static KeptHistory read(DataInputStream in) throws IOException {
    Long system = readLong(in);
    Long timeline = readLong(in);
    Continuity server =
        new Continuity(
            system, timeline == null ? null : Math.toIntExact(timeline), new Lsn(in.readLong()));
    Instant oldest = Instant.ofEpochMilli(in.readLong());
    long[] positions = new long[bounded(in.readInt(), MinutePositions.MINUTES + 1)];
    for (int index = 0; index < positions.length; index++) {
      positions[index] = in.readLong();
    }
    return new KeptHistory(server, oldest, positions, readMarks(in));
  }

  private static Map<String, Marks> readMarks(DataInputStream in) throws IOException {
    Map<String, Marks> marks = new HashMap<>();
    for (int left = bounded(in.readInt(), MOST_SLOTS); left > 0; left--) {
      String name = in.readUTF();
      LastChange<Lsn> confirmed = readChange(in);
      marks.put(name, Marks.of(confirmed, readChange(in)));
    }
    return marks;
  }

  private static @Nullable LastChange<Lsn> readChange(DataInputStream in) throws IOException {
    Long value = readLong(in);
    Instant since = Instant.ofEpochMilli(in.readLong());
    return value == null ? null : new LastChange<>(new Lsn(value), since);
  }

  private static @Nullable Long readLong(DataInputStream in) throws IOException {
    boolean present = in.readBoolean();
    long value = in.readLong();
    return present ? value : null;
  }

  private static int bounded(int count, int most) throws IOException {
    if (count < 0 || count > most) {
      throw new IOException("Expected at most %d entries, found %d".formatted(most, count));
    }
    return count;
  }
}
