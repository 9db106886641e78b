package org.outboxconnect.monitor.deploy;

import org.junit.jupiter.api.Tag;

@Tag("ci")
class RunbooksOn14IT extends RunbooksIT {

  RunbooksOn14IT() {
    super(14);
  }
}
