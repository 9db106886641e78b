package org.outboxconnect.monitor.staged;

import org.junit.jupiter.api.Tag;

@Tag("ci")
class StagedSlotsOn14IT extends StagedSlotsIT {

  StagedSlotsOn14IT() {
    super(14);
  }
}
