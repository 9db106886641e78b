package org.outboxconnect.smt.internal.header;

/** A text is not JSON. Says where, never what stands there: it may be confidential. */
public final class JsonSyntaxException extends Exception {

  private static final long serialVersionUID = 1L;

  JsonSyntaxException(int position, int length) {
    super("no JSON from character %d of %d on".formatted(position, length));
  }
}
