package org.outboxconnect.stack;

import java.util.concurrent.CountDownLatch;

/** A JVM that starts a stack and waits to be ended. */
final class StackMain {

  private StackMain() {}

  public static void main(String[] args) throws InterruptedException {
    EmbeddedStack stack = EmbeddedStack.builder().progress(System.out::println).start();
    System.out.println("started " + stack.connect().worker(0).pid());
    new CountDownLatch(1).await();
  }
}
