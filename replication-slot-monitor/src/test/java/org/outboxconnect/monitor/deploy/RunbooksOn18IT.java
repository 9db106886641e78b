package org.outboxconnect.monitor.deploy;

class RunbooksOn18IT extends RunbooksIT {

  RunbooksOn18IT() {
    super(18);
  }
}
