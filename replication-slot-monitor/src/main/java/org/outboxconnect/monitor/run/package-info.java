/** Polls all servers at a fixed pace and says at any time what is known. */
@NullMarked
package org.outboxconnect.monitor.run;

import org.jspecify.annotations.NullMarked;
