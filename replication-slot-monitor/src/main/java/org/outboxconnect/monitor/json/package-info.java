/** What the monitor knows, as JSON. */
@NullMarked
package org.outboxconnect.monitor.json;

import org.jspecify.annotations.NullMarked;
