/** The record headers of an event: names, selection, JSON members and W3C Trace Context. */
@NullMarked
package org.outboxconnect.smt.internal.header;

import org.jspecify.annotations.NullMarked;
