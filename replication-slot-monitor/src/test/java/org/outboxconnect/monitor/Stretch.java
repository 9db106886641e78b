package org.outboxconnect.monitor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.outboxconnect.monitor.sample.Archiver;
import org.outboxconnect.monitor.sample.Checkpoint;
import org.outboxconnect.monitor.sample.OpenTransactions;
import org.outboxconnect.monitor.sample.OpenTransactions.Oldest;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.Surroundings;

/**
 * Tells the ages of a real server in the test's time. Between two looks lie 15 seconds of that time
 * and a few real milliseconds: a transaction that began half-way between two looks a hundred looks
 * ago is 25 minutes old, whatever the server's clock says.
 */
final class Stretch {

  private final List<Moment> looks = new ArrayList<>();

  private record Moment(long nanos, Instant at) {}

  /** To be called just before each look. */
  void look(Instant at) {
    looks.add(new Moment(System.nanoTime(), at));
  }

  /** The sample with all ages in the test's time; positions and counts stay as they are. */
  ServerSample apply(ServerSample sample) {
    return new ServerSample(
        sample.takenAt(),
        sample.version(),
        sample.position(),
        sample.slots().stream().map(this::slot).toList(),
        surroundings(sample.around()),
        sample.outboxes(),
        sample.connectors());
  }

  private SlotSample slot(SlotSample slot) {
    SlotSample.Use use = slot.use();
    return new SlotSample(
        slot.identity(),
        new SlotSample.Use(use.active(), use.pid(), age(use.inactiveFor())),
        slot.holds(),
        slot.wal(),
        slot.flags(),
        slot.sender());
  }

  private Surroundings surroundings(Surroundings around) {
    return new Surroundings(
        around.identity(),
        around.settings(),
        map(around.checkpoint(), last -> new Checkpoint(age(last.age()), last.redo())),
        map(around.writers(), this::transactions),
        map(around.prepared(), this::transactions),
        around.statistics(),
        map(around.archiver(), this::archiver),
        around.walDirectory());
  }

  private static <T> Reading<T> map(Reading<T> reading, UnaryOperator<T> change) {
    Optional<T> value = reading.value();
    return value.isEmpty() ? reading : Reading.known(change.apply(value.get()));
  }

  private OpenTransactions transactions(OpenTransactions open) {
    Oldest oldest = open.oldest();
    return oldest == null
        ? open
        : new OpenTransactions(
            open.count(), new Oldest(age(oldest.age()), oldest.database(), oldest.who()));
  }

  private Archiver archiver(Archiver found) {
    return new Archiver(
        found.archived(), found.failed(), age(found.sinceArchived()), age(found.sinceFailed()));
  }

  private Duration age(Duration real) {
    if (real == null) {
      return null;
    }
    Moment now = looks.get(looks.size() - 1);
    return Duration.between(at(now.nanos() - real.toNanos()), now.at());
  }

  /** The test's time at a real moment. Before the first look one second is one second. */
  private Instant at(long nanos) {
    for (int index = looks.size() - 1; index > 0; index--) {
      Moment before = looks.get(index - 1);
      if (nanos - before.nanos() >= 0) {
        return between(before, looks.get(index), nanos);
      }
    }
    Moment first = looks.get(0);
    return first.at().plusNanos(nanos - first.nanos());
  }

  private static Instant between(Moment before, Moment after, long nanos) {
    double share = (nanos - before.nanos()) / (double) (after.nanos() - before.nanos());
    long time = Duration.between(before.at(), after.at()).toNanos();
    return before.at().plusNanos(Math.round(share * time));
  }
}
