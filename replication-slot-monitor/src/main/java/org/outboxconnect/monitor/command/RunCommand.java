package org.outboxconnect.monitor.command;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Polls, serves and alerts until the process is told to end. */
@Command(
    name = "run",
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpWidth = 90,
    description = "Polls, serves status page, metrics and JSON, and alerts, until SIGTERM.")
final class RunCommand implements Callable<Integer> {

  @ParentCommand private @Nullable Main main;

  @Override
  public Integer call() {
    return requireNonNull(main).run();
  }
}
