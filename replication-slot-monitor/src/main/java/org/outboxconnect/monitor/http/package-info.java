/** What the monitor knows, over HTTP. */
@NullMarked
package org.outboxconnect.monitor.http;

import org.jspecify.annotations.NullMarked;
