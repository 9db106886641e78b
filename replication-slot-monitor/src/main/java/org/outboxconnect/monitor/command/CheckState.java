package org.outboxconnect.monitor.command;

import org.outboxconnect.monitor.verdict.Judgement;
import org.outboxconnect.monitor.verdict.Severity;
import org.outboxconnect.monitor.verdict.Verdict;

/** States of a Nagios plugin, in the order in which they count. */
enum CheckState {
  OK(0),
  UNKNOWN(3),
  WARNING(1),
  CRITICAL(2);

  private final int exitCode;

  CheckState(int exitCode) {
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }

  CheckState atLeast(CheckState other) {
    return compareTo(other) < 0 ? other : this;
  }

  static CheckState of(Judgement judgement) {
    CheckState state = of(judgement.severity());
    return judgement.verdict() == Verdict.UNKNOWN ? state.atLeast(UNKNOWN) : state;
  }

  private static CheckState of(Severity severity) {
    return switch (severity) {
      case OK, INFO -> OK;
      case WARNING -> WARNING;
      case CRITICAL -> CRITICAL;
    };
  }
}
