package org.outboxconnect.monitor.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.outboxconnect.monitor.Look.MB;

import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.outboxconnect.monitor.Scene;

/** A healthy slot goes up and down like a saw; nobody is called for that. */
class HealthyOperationPropertyTest {

  @Property(tries = 100)
  void should_warn_of_nothing_when_the_consumer_confirms_every_two_minutes_at_the_latest(
      @ForAll long seed, @ForAll @IntRange(min = 0, max = 200) int mostMegabytes) {
    Random random = new Random(seed);
    Scene scene = Scene.healthy();
    scene.look.cap(20_000 * MB);
    int looksLeft = 0;
    for (int look = 0; look < Duration.ofHours(1).dividedBy(Scene.STEP); look++) {
      boolean confirms = looksLeft-- <= 0;
      looksLeft = confirms ? random.nextInt(8) : looksLeft;
      long bytes = random.nextInt(mostMegabytes + 1) * MB;
      SlotAssessment slot =
          scene.next(
              now -> {
                now.write(bytes).decode().reply();
                now.inserted++;
                if (confirms) {
                  now.confirm().release();
                }
              });
      assertThat(slot.judgement().severity()).isLessThan(Severity.WARNING);
    }
  }
}
