package org.outboxconnect.it.failure;

import java.time.Duration;

/**
 * What a scenario came to, after nothing was found wrong.
 *
 * @param committed events of transactions that committed
 * @param rolledBack events of transactions, or parts of them, that were rolled back
 * @param repeats records beyond one for each event
 * @param inDoubt transactions whose commit broke off
 * @param silence the longest time without an arrival
 */
record Outcome(int committed, int rolledBack, int repeats, int inDoubt, Duration silence) {}
