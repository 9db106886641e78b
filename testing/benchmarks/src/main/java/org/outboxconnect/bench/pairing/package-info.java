/** Everything about pairing, resuming and reporting that benchmarks share. */
@NullMarked
package org.outboxconnect.bench.pairing;

import org.jspecify.annotations.NullMarked;
