/** The status page: HTML made on the server, without scripts. */
@NullMarked
package org.outboxconnect.monitor.page;

import org.jspecify.annotations.NullMarked;
