package org.outboxconnect.client;

/**
 * Stands for an exception whose message may hold content: its type and trace, without its words.
 */
final class Wordless extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int MAX_CAUSES = 20; // also ends a chain that runs in a circle

  Wordless(Throwable original) {
    this(original, MAX_CAUSES);
  }

  private Wordless(Throwable original, int causes) {
    super(
        original.getClass().getName(),
        original.getCause() == null || causes == 0
            ? null
            : new Wordless(original.getCause(), causes - 1));
    setStackTrace(original.getStackTrace());
  }
}
