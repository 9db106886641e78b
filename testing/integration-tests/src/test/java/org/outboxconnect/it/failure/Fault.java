package org.outboxconnect.it.failure;

/** Something that breaks, and after which every committed event has to arrive all the same. */
sealed interface Fault
    permits BadRows, ClusterFault, Interleaved, OperatorFault, Promoted, ServerFault, StandbyAway {

  /** How {@code docs/failures.md} calls it. */
  String title();

  /**
   * Does it while the writers go on, puts right what somebody has to put right, and returns what
   * shows that it happened.
   */
  String strike(Scenario scenario) throws Exception;
}
