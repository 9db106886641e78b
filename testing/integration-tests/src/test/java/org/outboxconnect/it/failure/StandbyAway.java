package org.outboxconnect.it.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.outboxconnect.stack.postgres.PostgresServer;

/** The standby is away for a while; nobody has told the slot to wait for it. */
record StandbyAway(PostgresServer standby) implements Fault {

  @Override
  public String title() {
    return "Standby away";
  }

  /** What arrives meanwhile, a promotion would undo. */
  @Override
  public String strike(Scenario scenario) throws Exception {
    long pid = standby.pid();
    standby.kill();
    assertThat(ProcessHandle.of(pid)).isEmpty();
    int arrived = scenario.arrived();
    scenario.awaitArrival();
    standby.start();
    return "%d events arrived without the standby".formatted(scenario.arrived() - arrived);
  }
}
