package org.outboxconnect.smt.internal.guard;

/**
 * Why an event can't become a record.
 *
 * @param rule what it breaks
 * @param reason how, in words without content
 * @param topic the topic that it would have had, or the raw topic if Kafka can't have that one
 */
public record Violation(Rule rule, String reason, String topic) {}
