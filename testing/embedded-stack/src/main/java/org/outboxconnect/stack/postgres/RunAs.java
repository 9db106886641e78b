package org.outboxconnect.stack.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.outboxconnect.stack.process.StackException;

/**
 * As whom PostgreSQL runs, because it refuses root. Every prefix ends in exec, so that the pid of
 * the started process is the postmaster's.
 */
enum RunAs {
  /** The user of this JVM. */
  SELF(""),

  /**
   * Root seen as nobody inside: files still belong to root, so nothing has to change owner. System
   * V memory is in a namespace too, where it ends with the last process.
   */
  USER_NAMESPACE("unshare --user --ipc --"),

  /** For containers that forbid namespaces. The death signal is lost with the uid: set it again. */
  NOBODY("setpriv --reuid=65534 --regid=65534 --clear-groups --pdeathsig=KILL --");

  /** For tests of a way that this machine would not choose: the name of one of these constants. */
  static final String PROPERTY = "outbox.postgres.run.as";

  private final String prefix;

  RunAs(String prefix) {
    this.prefix = prefix;
  }

  /**
   * Chooses what works here.
   *
   * @throws StackException if this is root and there is no way to stop being it
   */
  static RunAs here() {
    String wanted = System.getProperty(PROPERTY);
    if (wanted != null) {
      return valueOf(wanted);
    }
    if (!"root".equals(System.getProperty("user.name"))) {
      return SELF;
    }
    return Stream.of(USER_NAMESPACE, NOBODY)
        .filter(RunAs::works)
        .findFirst()
        .orElseThrow(
            () ->
                new StackException(
                    "PostgreSQL refuses to run as root, and neither [unshare -U] nor [setpriv]"
                        + " works here. [Hint: run as another user, or install util-linux]"));
  }

  /** The command line that runs the given one as this user. */
  List<String> command(List<String> command) {
    return Stream.concat(Stream.of(prefix.split(" ")), command.stream())
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /** Tells whether files must be handed over with {@link #own}. */
  boolean isOtherUser() {
    return this == NOBODY;
  }

  /** Tells whether a killed server leaves System V memory that somebody has to remove. */
  boolean leavesSharedMemory() {
    return this != USER_NAMESPACE;
  }

  /** Gives a folder and all in it to this user, who may then also pass the two above it. */
  void own(Path folder) {
    if (isOtherUser()) {
      Command.run(List.of("chmod", "o+x", "..", "../.."), folder);
      Command.run(List.of("chown", "-R", "65534:65534", "."), folder);
    }
  }

  private boolean works() {
    try {
      return new ProcessBuilder(command(List.of("true")))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException missing) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
