package org.outboxconnect.monitor.thread;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.ThreadFactory;

/**
 * Makes daemon threads with a stack of half a mebibyte: enough for a TLS handshake, and half of
 * what the JVM reserves by default. Safe for use by many threads.
 */
public final class SmallThreads implements ThreadFactory {

  private static final long STACK_BYTES = 512L << 10;

  private final String name;

  /** Makes threads of this name. */
  public SmallThreads(String name) {
    this.name = requireNonNull(name, "name");
  }

  @Override
  public Thread newThread(Runnable work) {
    Thread thread = new Thread(null, work, name, STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }
}
