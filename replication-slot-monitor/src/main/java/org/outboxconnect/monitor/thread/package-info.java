/** Threads that cost little. */
@NullMarked
package org.outboxconnect.monitor.thread;

import org.jspecify.annotations.NullMarked;
