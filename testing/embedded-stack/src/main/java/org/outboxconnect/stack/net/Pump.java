package org.outboxconnect.stack.net;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Carries bytes of one direction. Reading and writing are two threads with a bounded queue between
 * them, so that a delay costs latency and not throughput, and a stall presses back on the sender.
 */
final class Pump {

  private static final int CHUNK_BYTES = 16 * 1024;
  private static final int CHUNKS_IN_FLIGHT = 64;

  /** Bytes as read; none at all mark the end. */
  private record Chunk(long readAtNanos, ByteBuffer bytes) {}

  private final Socket from;
  private final Socket to;
  private final Traffic traffic;
  private final BlockingQueue<Chunk> inFlight = new LinkedBlockingQueue<>(CHUNKS_IN_FLIGHT);
  private final List<Thread> threads;

  /**
   * @param finished runs once, on a thread of the pump, when nothing more will be carried
   */
  Pump(Socket from, Socket to, Traffic traffic, String name, Runnable finished) {
    this.from = from;
    this.to = to;
    this.traffic = traffic;
    this.threads =
        List.of(
            daemon(name + "-read", this::read),
            daemon(
                name + "-write",
                () -> {
                  write();
                  finished.run();
                }));
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /** Ends both threads; the sockets must be closed already, as reads can't be interrupted. */
  void interrupt() {
    threads.forEach(Thread::interrupt);
  }

  List<Thread> threads() {
    return threads;
  }

  private void read() {
    byte[] buffer = new byte[CHUNK_BYTES];
    try {
      int length;
      do {
        length = readSome(buffer);
        inFlight.put(
            new Chunk(
                System.nanoTime(), ByteBuffer.wrap(Arrays.copyOf(buffer, Math.max(length, 0)))));
      } while (length > 0);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  /** A reset counts as the end: what was read before it must still be delivered. */
  private int readSome(byte[] buffer) {
    try {
      return from.getInputStream().read(buffer);
    } catch (IOException reset) {
      return -1;
    }
  }

  private void write() {
    try {
      OutputStream out = to.getOutputStream();
      Chunk chunk = inFlight.take();
      while (chunk.bytes().hasRemaining()) {
        traffic.awaitPassage(chunk.readAtNanos());
        out.write(chunk.bytes().array());
        chunk = inFlight.take();
      }
      traffic.awaitPassage(chunk.readAtNanos());
      to.shutdownOutput();
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    } catch (IOException receiverGone) {
      Sockets.reset(from);
    }
  }

  private static Thread daemon(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    return thread;
  }
}
