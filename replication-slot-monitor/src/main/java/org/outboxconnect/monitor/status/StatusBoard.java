package org.outboxconnect.monitor.status;

import java.util.function.Supplier;

/** Where outputs get what the monitor knows; safe for use by many threads, never waits. */
public interface StatusBoard extends Supplier<MonitorStatus> {}
