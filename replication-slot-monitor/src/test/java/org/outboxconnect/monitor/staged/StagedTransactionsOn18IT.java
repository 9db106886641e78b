package org.outboxconnect.monitor.staged;

class StagedTransactionsOn18IT extends StagedTransactionsIT {

  StagedTransactionsOn18IT() {
    super(18);
  }
}
