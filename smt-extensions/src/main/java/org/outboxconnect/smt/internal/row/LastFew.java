package org.outboxconnect.smt.internal.row;

import java.util.function.IntFunction;

/**
 * What was found out last, for whoever compares a few entries quicker than it finds out again. The
 * newest comes first, the oldest falls out.
 *
 * <p>Safe for use by many threads: of two that add at once, one entry may be lost.
 *
 * @param <E> an entry
 */
public final class LastFew<E> {

  /** More than a connector ever has in use: a table or two, each with one schema at a time. */
  public static final int CAPACITY = 16;

  private final IntFunction<E[]> array;
  private volatile E[] entries; // never changed in place

  /** Holds nothing yet; the argument makes an array, as {@code Known[]::new}. */
  public LastFew(IntFunction<E[]> array) {
    this.array = array;
    this.entries = array.apply(0);
  }

  /** All entries; not to be changed. */
  public E[] entries() {
    return entries;
  }

  /** Adds an entry. */
  public void add(E entry) {
    E[] before = entries;
    E[] after = array.apply(Math.min(before.length + 1, CAPACITY));
    after[0] = entry;
    System.arraycopy(before, 0, after, 1, after.length - 1);
    entries = after;
  }
}
