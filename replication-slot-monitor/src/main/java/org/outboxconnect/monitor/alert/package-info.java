/**
 * Tells people by webhook what is wrong with a slot or server: once, in time, and when it is over.
 */
@NullMarked
package org.outboxconnect.monitor.alert;

import org.jspecify.annotations.NullMarked;
