/** Faults of the network between two parts of the stack, made on purpose. */
@NullMarked
package org.outboxconnect.stack.net;

import org.jspecify.annotations.NullMarked;
