package org.outboxconnect.stack.process;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A JVM that owns a folder and a child and waits to be ended. */
final class SleeperMain {

  private SleeperMain() {}

  public static void main(String[] args) {
    WorkFolder folder = WorkFolder.create();
    ChildProcess child =
        ChildProcess.start(
            "sleeper", List.of("sleep", "600"), Map.of(), folder.path(), folder.log("sleeper"));
    System.out.println("started " + child.pid() + " " + folder.path());
    child.awaitExit(Duration.ofMinutes(10));
  }
}
