/** What earlier polls saw, so that time and movement can be told. */
@NullMarked
package org.outboxconnect.monitor.history;

import org.jspecify.annotations.NullMarked;
