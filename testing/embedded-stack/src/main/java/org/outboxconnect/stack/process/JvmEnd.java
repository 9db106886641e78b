package org.outboxconnect.stack.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Ends what is still there when the JVM ends, also by SIGINT or SIGTERM: first the children, then
 * the folders that they wrote to.
 */
final class JvmEnd {

  private static final Set<AutoCloseable> OPEN = new LinkedHashSet<>();
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static boolean ending;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(JvmEnd::closeAll, "outbox-stack-end"));
  }

  private JvmEnd() {}

  interface Opening<T extends AutoCloseable> {
    T open() throws IOException;
  }

  /**
   * Opens and notes under one lock, so that nothing is opened behind the back of a shutdown that
   * has begun.
   */
  static synchronized <T extends AutoCloseable> T register(Opening<T> opening) {
    if (ending) {
      throw new StackException("The JVM is ending: no new part of the stack is started");
    }
    try {
      T opened = opening.open();
      OPEN.add(opened);
      return opened;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  static synchronized boolean isEnding() {
    return ending;
  }

  static synchronized void forget(AutoCloseable closed) {
    OPEN.remove(closed);
  }

  private static void closeAll() {
    List<AutoCloseable> left = beginEnd();
    List<ProcessHandle> killed =
        ofType(left, ChildProcess.class).stream()
            .flatMap(child -> child.signalKill().stream())
            .toList();
    Wait.until(PATIENCE, () -> killed.stream().allMatch(ChildProcess::hasEnded));
    ofType(left, WorkFolder.class).forEach(JvmEnd::closeQuietly);
  }

  private static synchronized List<AutoCloseable> beginEnd() {
    ending = true;
    return List.copyOf(OPEN);
  }

  private static <T> List<T> ofType(List<AutoCloseable> all, Class<T> type) {
    return all.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static void closeQuietly(AutoCloseable open) {
    try {
      open.close();
    } catch (Exception failure) {
      // Nobody is left to catch it, and the others have to be closed as well.
      System.err.println("outbox stack: " + failure);
    }
  }
}
