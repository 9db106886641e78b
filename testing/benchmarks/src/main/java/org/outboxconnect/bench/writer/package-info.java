/** One transaction on one PostgreSQL: what a call of the writer costs beside a plain insert. */
@NullMarked
package org.outboxconnect.bench.writer;

import org.jspecify.annotations.NullMarked;
