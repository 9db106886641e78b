package org.outboxconnect.rules.planted.unmarked;

/** A planted violation: its package has no package-info. */
public final class Unmarked {}
