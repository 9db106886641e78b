package org.outboxconnect.monitor.alert;

import java.time.Instant;
import java.util.List;

/**
 * What one poll of a server told.
 *
 * @param at when
 * @param server its name
 * @param looked whether the poll succeeded; otherwise nothing new is known about slots
 * @param findings what is wrong with the server and, if it looked, with its slots; one at most
 *     about each subject
 */
record Sighting(Instant at, String server, boolean looked, List<Finding> findings) {

  Sighting {
    findings = List.copyOf(findings);
  }

  /** Tells whether the absence of a finding means that nothing is wrong with this subject. */
  boolean tellsAbout(Subject subject) {
    return subject.server().equals(server) && (looked || subject.slot() == null);
  }
}
