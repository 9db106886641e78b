/** Single message transformations and predicates for outbox events. */
@NullMarked
package org.outboxconnect.smt;

import org.jspecify.annotations.NullMarked;
