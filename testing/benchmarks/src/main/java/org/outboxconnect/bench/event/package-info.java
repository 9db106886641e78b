/** The event that every benchmark writes. */
@NullMarked
package org.outboxconnect.bench.event;

import org.jspecify.annotations.NullMarked;
