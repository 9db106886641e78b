package org.outboxconnect.it.failure;

import java.util.UUID;

/** One record as a consumer got it; records of a partition are kept in the order of offsets. */
record Seen(UUID id, Aggregate aggregate, int partition, long offset) {}
