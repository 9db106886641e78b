/** Events that come as messages of the WAL and not as rows. */
@NullMarked
package org.outboxconnect.smt.internal.message;

import org.jspecify.annotations.NullMarked;
