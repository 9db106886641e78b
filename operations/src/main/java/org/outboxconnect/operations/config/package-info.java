/** Offline checks of connector files: settings that are known to lose, reorder or block events. */
@NullMarked
package org.outboxconnect.operations.config;

import org.jspecify.annotations.NullMarked;
