package org.outboxconnect.monitor.staged;

import org.junit.jupiter.api.Tag;

@Tag("ci")
class StagedTransactionsOn14IT extends StagedTransactionsIT {

  StagedTransactionsOn14IT() {
    super(14);
  }
}
