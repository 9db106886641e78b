package org.outboxconnect.monitor.staged;

class StagedSlotsOn18IT extends StagedSlotsIT {

  StagedSlotsOn18IT() {
    super(18);
  }
}
