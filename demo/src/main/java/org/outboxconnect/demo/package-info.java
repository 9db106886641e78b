/**
 * The five-minute run: orders written in transactions arrive in Kafka through a real Connect worker
 * and are applied once, also when the worker is killed. Started by {@code demo.sh}; nothing here is
 * meant to be called by services.
 */
@NullMarked
package org.outboxconnect.demo;

import org.jspecify.annotations.NullMarked;
