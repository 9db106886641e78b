package org.outboxconnect.bench.pairing;

/**
 * A run that can't count. The figure is not kept; the run is repeated a limited number of times.
 */
public final class VoidRunException extends Exception {

  private static final long serialVersionUID = 1L;

  /**
   * Says why the run is void.
   *
   * @param message what was expected and what was found
   */
  public VoidRunException(String message) {
    super(message);
  }
}
