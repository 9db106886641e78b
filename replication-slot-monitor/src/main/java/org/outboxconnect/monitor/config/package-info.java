/** Settings of the monitor: read from a YAML file and the environment, checked as a whole. */
@NullMarked
package org.outboxconnect.monitor.config;

import org.jspecify.annotations.NullMarked;
