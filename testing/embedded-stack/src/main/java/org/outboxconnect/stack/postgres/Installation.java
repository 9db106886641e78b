package org.outboxconnect.stack.postgres;

import java.io.IOException;
import java.nio.file.Path;

/** What servers of one major version share: programs, a template of empty data and a user. */
record Installation(int major, PostgresBinaries binaries, SharedCache cache, RunAs runAs) {

  static Installation of(int major) {
    RunAs runAs = RunAs.here();
    SharedCache cache = SharedCache.of(runAs);
    return new Installation(major, PostgresBinaries.of(major, cache), cache, runAs);
  }

  DataFolder create(Path folder, String password) throws IOException {
    return DataFolder.create(folder, binaries, runAs, cache, password);
  }

  Postmaster start(String name, DataFolder data, Path log) {
    return Postmaster.start(name, binaries, runAs, data, log);
  }
}
