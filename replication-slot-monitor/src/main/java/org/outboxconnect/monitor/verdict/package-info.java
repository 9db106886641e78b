/** What is wrong with a slot, why, and what to do first. */
@NullMarked
package org.outboxconnect.monitor.verdict;

import org.jspecify.annotations.NullMarked;
