/**
 * Ours against the alternative: runs in pairs, in ABBA order, and prints ratios with their spread.
 *
 * <p>{@link org.outboxconnect.bench.BenchCommand} is the way in; a benchmark is a {@link
 * org.outboxconnect.bench.Benchmark}, and everything about pairing, resuming and reporting is
 * shared.
 */
@NullMarked
package org.outboxconnect.bench;

import org.jspecify.annotations.NullMarked;
