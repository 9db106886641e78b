/** Commit to consumer, through a real worker: ours against Debezium's documented outbox set-up. */
@NullMarked
package org.outboxconnect.bench.pipeline;

import org.jspecify.annotations.NullMarked;
