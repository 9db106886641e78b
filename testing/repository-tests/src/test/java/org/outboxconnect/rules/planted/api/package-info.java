/** Planted types for the test of the lists of public types and members. */
@org.jspecify.annotations.NullMarked
package org.outboxconnect.rules.planted.api;
