/**
 * The CDC path on the real thing: rows written by a service's login, the packaged connector on real
 * workers, records read from a real broker.
 */
package org.outboxconnect.it.cdc;
