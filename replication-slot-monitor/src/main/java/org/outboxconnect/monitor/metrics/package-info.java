/** What the monitor knows, as metrics. */
@NullMarked
package org.outboxconnect.monitor.metrics;

import org.jspecify.annotations.NullMarked;
