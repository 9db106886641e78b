/** What our transformations cost per record, beside EventRouter and in a worker. */
@NullMarked
package org.outboxconnect.bench.smt;

import org.jspecify.annotations.NullMarked;
