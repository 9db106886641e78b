/** Messages that show whether a slot's consumer confirms what is written, and how soon. */
@NullMarked
package org.outboxconnect.monitor.canary;

import org.jspecify.annotations.NullMarked;
