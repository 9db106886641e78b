package org.outboxconnect.it.failure;

import java.util.UUID;

/** One event as its writer knows it. */
record Written(UUID id, Aggregate aggregate) {}
