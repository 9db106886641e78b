/** What every plugin of this jar needs towards Kafka Connect. */
@NullMarked
package org.outboxconnect.smt.internal.plugin;

import org.jspecify.annotations.NullMarked;
