/** What the monitor knows at this moment, as immutable values that every output reads. */
@NullMarked
package org.outboxconnect.monitor.status;

import org.jspecify.annotations.NullMarked;
