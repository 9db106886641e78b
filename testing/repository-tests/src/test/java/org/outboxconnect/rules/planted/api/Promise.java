package org.outboxconnect.rules.planted.api;

import java.io.IOException;
import java.util.List;

/** A public type with one of each kind of member, and with what is nobody's business. */
public abstract class Promise {

  public static final int LIMIT = 7;

  final int hidden = 1;

  protected Promise() {}

  public abstract <T extends Number> List<? super T> kept(T[] values) throws IOException;

  protected static void inherited() {}

  void own() {}

  /** Public, because its outer type is. */
  public enum Kind {
    ONE
  }

  /** Not public. */
  static final class Own {
    public void unreachable() {}
  }
}
