package org.outboxconnect.client;

/** Why an event is refused, before it is known which one of a list it is. */
final class EventFault extends Exception {

  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String hint;

  EventFault(String problem, String hint) {
    super(problem, null, false, false);
    this.problem = problem;
    this.hint = hint;
  }

  String problem() {
    return problem;
  }

  String hint() {
    return hint;
  }
}
