/** Real PostgreSQL servers of any supported major, durable, killable, with standbys. */
@NullMarked
package org.outboxconnect.stack.postgres;

import org.jspecify.annotations.NullMarked;
