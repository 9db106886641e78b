/** How much room a slot has left, and for how long. */
@NullMarked
package org.outboxconnect.monitor.forecast;

import org.jspecify.annotations.NullMarked;
