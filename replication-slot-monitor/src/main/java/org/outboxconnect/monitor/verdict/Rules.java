package org.outboxconnect.monitor.verdict;

import java.util.List;

/** The rules in order. Of several judgements with one severity the first counts. */
final class Rules {

  /** Each of these may speak beside others: it is wrong whether or not the slot moves. */
  static final List<Rule> FAULTS =
      List.of(
          new SlotLostRule(),
          new GapRule(),
          new PublicationRule(),
          new TaskFailedRule(),
          new HorizonRule(),
          new SharedSlotRule(),
          new OrphanedSlotRule(),
          new UnknownSlotRule());

  /** Why the slot moves or doesn't: the surest cause first, and only the first that speaks. */
  static final List<Rule> MOVEMENT =
      List.of(
          new NoConsumerRule(),
          new FrozenConsumerRule(),
          new HeldForStandbyRule(),
          new RestlessConsumerRule(),
          new CommitBlockedRule(),
          new GiantTransactionRule(),
          new SlotInMakingRule(),
          new TransactionPinnedRule(),
          new IdlePinnedRule(),
          new LaggingRule(),
          new CatchingUpRule(),
          new UnknownRule(),
          new IdleRule(),
          new HealthyRule());

  private Rules() {}
}
