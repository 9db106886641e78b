/** Reads samples from a server by SQL, without ever being in its way. */
@NullMarked
package org.outboxconnect.monitor.probe;

import org.jspecify.annotations.NullMarked;
