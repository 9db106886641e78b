/** What one poll of one server found. What privilege or version hides is absent, never zero. */
@NullMarked
package org.outboxconnect.monitor.sample;

import org.jspecify.annotations.NullMarked;
