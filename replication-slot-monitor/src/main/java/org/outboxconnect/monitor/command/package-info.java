/** The program: command line, log, and the one place where its parts are put together. */
@NullMarked
package org.outboxconnect.monitor.command;

import org.jspecify.annotations.NullMarked;
