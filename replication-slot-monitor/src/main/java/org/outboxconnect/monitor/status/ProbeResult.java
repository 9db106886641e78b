package org.outboxconnect.monitor.status;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.outboxconnect.monitor.sample.OutboxSample;
import org.outboxconnect.monitor.sample.Reading;
import org.outboxconnect.monitor.sample.Reading.Reason;
import org.outboxconnect.monitor.sample.ServerSample;
import org.outboxconnect.monitor.sample.SlotSample;
import org.outboxconnect.monitor.sample.Surroundings;

/**
 * How one probe of a server fared. A probe that reads several things, one for each slot or outbox,
 * has failed if it failed for one of them.
 *
 * @param probe a word in lower case
 * @param reading what it brought
 */
public record ProbeResult(String probe, Reading<?> reading) {

  /** All probes of a look, in a fixed order; one that had nothing to look at is left out. */
  public static List<ProbeResult> of(Look look) {
    ServerSample sample = look.sample();
    Surroundings around = sample.around();
    List<ProbeResult> results = new ArrayList<>();
    results.add(new ProbeResult("identity", around.identity()));
    results.add(new ProbeResult("settings", around.settings()));
    results.add(new ProbeResult("checkpoint", around.checkpoint()));
    results.add(new ProbeResult("transactions", around.writers()));
    results.add(new ProbeResult("prepared_transactions", around.prepared()));
    results.add(new ProbeResult("decoding_statistics", around.statistics()));
    results.add(new ProbeResult("archiver", around.archiver()));
    results.add(new ProbeResult("wal_directory", around.walDirectory()));
    addWorst(results, "consumers", sample.slots(), SlotSample::sender);
    addWorst(results, "publication", sample.outboxes(), OutboxSample::publication);
    addWorst(results, "table_statistics", sample.outboxes(), OutboxSample::statistics);
    addWorst(results, "waiting_rows", sample.outboxes(), OutboxSample::waiting);
    return results;
  }

  private static <T> void addWorst(
      List<ProbeResult> results, String probe, List<T> items, Function<T, Reading<?>> reading) {
    items.stream()
        .map(item -> new ProbeResult(probe, reading.apply(item)))
        .min((one, other) -> Integer.compare(one.rank(), other.rank()))
        .ifPresent(results::add);
  }

  private int rank() {
    Boolean success = success();
    return success == null ? 2 : success ? 1 : 0;
  }

  /** Whether there is a value; null if there is nothing to read here, or not on this version. */
  public @Nullable Boolean success() {
    Reason why = reading.whyUnknown().orElse(null);
    boolean nothing = why == Reason.NOT_APPLICABLE || why == Reason.NOT_ON_THIS_VERSION;
    return nothing ? null : (Boolean) (why == null);
  }
}
