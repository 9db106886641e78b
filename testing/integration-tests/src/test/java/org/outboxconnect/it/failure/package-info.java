/**
 * What the promises are worth when parts are killed: writers go on while a fault strikes, and a
 * model of what they committed is compared with what a consumer got. {@code docs/failures.md} says
 * the same to operators.
 */
package org.outboxconnect.it.failure;
