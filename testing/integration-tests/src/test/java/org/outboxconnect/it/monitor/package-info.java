/** The monitor as a program beside the real stack, its metrics and the alert rules on them. */
package org.outboxconnect.it.monitor;
