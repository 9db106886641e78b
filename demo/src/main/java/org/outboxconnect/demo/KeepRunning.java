package org.outboxconnect.demo;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import org.outboxconnect.stack.EmbeddedStack;

/** {@code --keep-running}: shows people where everything is and waits for Ctrl-C. */
final class KeepRunning {

  private KeepRunning() {}

  /** Returns only when the thread is interrupted; the JVM's end cleans up otherwise. */
  static void untilInterrupted(EmbeddedStack stack, DemoDatabase database, PrintStream err)
      throws InterruptedException {
    err.println("Still running:");
    err.println("  PostgreSQL  " + database.jdbcUrl() + "  (superuser postgres)");
    err.println("  Kafka       " + stack.broker().bootstrapServers());
    err.println("  Connect     " + stack.connect().worker(0).restUrl());
    err.println("Ctrl-C ends and removes everything.");
    new CountDownLatch(1).await();
  }
}
