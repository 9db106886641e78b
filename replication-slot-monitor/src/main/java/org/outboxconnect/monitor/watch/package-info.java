/** What the monitor is told to look at: servers, slots and outboxes. */
@NullMarked
package org.outboxconnect.monitor.watch;

import org.jspecify.annotations.NullMarked;
